package dev.slipway.toolkit;

/** What every help page ends with. */
final class HelpText {
    static final String[] EXIT_STATUSES = {
        "",
        "Exit statuses:",
        "    0  done",
        "    1  the job ended FAILED or CANCELLED (watch)",
        "    2  wrong call, profile or local file",
        "    3  the service was not reached",
        "    4  the document is not laid out well (format --check)",
        "   10  document not well-formed     11  document holds a DTD or an entity",
        "   12  document not valid           13  another document has this sid",
        "   14  document asks for something not offered",
        "   20  not authenticated            21  not authorised",
        "   22  no such job                  23  the job's state does not fit",
        "   24  no such result               25  not a call of this service",
        "   26  step given up                27  results no longer kept",
        "   28  another verification runs     29  source or host not granted",
        "   30  no such source or host       31  statement refused",
        "   32  parameter invalid            33  row rejected",
        "   34  database refuses login       35  database not reached",
        "   36  stored or not: unknown        37  right missing in the database",
        "   40  host key wrong               41  host refuses login",
        "   42  host not reached             43  remote file",
        "   44  host refuses document's user",
        "   50  file exists                  51  file missing",
        "   52  file corrupt                 53  storage full",
        "   54  service's database not reached",
        "   55  outage too long              56  service's database has no space",
        "   57  too many bytes in run folder",
        "   60  no such partition            61  too many processes",
        "   62  no such executable           63  launch failed",
        "   64  program failed               65  wall time exceeded",
        "   66  run lost                     67  launch refused",
        "   68  guard program broken         69  machine busy",
        "   70  internal error               71  journal damaged",
        "   80  digest of a password          81  no such user",
        "   82  user exists                   83  user's name, password or rights",
        "   84  sealed password not for this  85  callback not allowed",
        "   86  password in the clear         87  host takes no sealed passwords",
        "  130  interrupted",
        "",
        "The profile ${SLIPWAY_PROFILE:-~/.config/slipway/profile} says where the service is and who calls."
    };

    private HelpText() {}
}
