-- What a user's jobs may name: all, source:NAME, host:NAME. Who was a user before grants has all, as before.

ALTER TABLE slipway.account ADD COLUMN grants text[] NOT NULL DEFAULT '{all}';
ALTER TABLE slipway.account ALTER COLUMN grants DROP DEFAULT;
