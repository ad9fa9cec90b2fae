-- A job that its user holds back keeps its rank, but is not let in and not launched.

ALTER TABLE slipway.job ADD COLUMN held boolean NOT NULL DEFAULT false;
