-- How users are told of the runs of their schedules: by a mail for each, or by one mail for a day or a week.

ALTER TABLE slipway.mail_choice
    ADD COLUMN digest text NOT NULL DEFAULT 'EACH' CHECK (digest IN ('EACH', 'DAILY', 'WEEKLY'));
