-- The results of transforms of a turbulent field. `job` is Slipway's token.
CREATE SCHEMA turbulence;

-- The power of all wave numbers that are nearest to k.
CREATE TABLE turbulence.spectrum (
    job   char(32) NOT NULL,
    k     int NOT NULL CHECK (k >= 0),
    power double precision NOT NULL CHECK (power >= 0),
    PRIMARY KEY (job, k)
);

-- The work of clients and of the servers' disks in each phase, and of clients in each unit of a phase. A server has a row
-- of its own for the processor's seconds, without bytes.
CREATE TABLE turbulence.phase (
    job               char(32) NOT NULL,
    number            bigint GENERATED ALWAYS AS IDENTITY,
    phase             text NOT NULL,
    client            int,
    server            int,
    unit              int,
    bytes             bigint,
    seconds           double precision,
    mb_per_s          double precision,
    domain            text,
    processor_seconds double precision,
    network_bytes     bigint,
    PRIMARY KEY (job, number)
);

-- The program's figures of a whole run.
CREATE TABLE turbulence.summary (
    job   char(32) NOT NULL,
    name  text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (job, name)
);

GRANT USAGE ON SCHEMA turbulence TO risk_writer;
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA turbulence TO risk_writer;
