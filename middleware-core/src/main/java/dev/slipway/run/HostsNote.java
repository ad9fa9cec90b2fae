package dev.slipway.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The service's record, in a run folder, of the hosts that a run has. The note is on disk before the guard of the run
 * is called, so that no slot is given twice, also after a crash. The slots of a host stay taken until the end of the
 * run on that host is proven.
 *
 * @param partition the partition with the list of these hosts
 */
public record HostsNote(String partition, List<Share> shares) {
    private static final NoteFile FILE = new NoteFile("hosts.json");

    /**
     * The part of a run on one host.
     *
     * @param machine the host's own name, with which the records of guards on the host begin
     * @param proven whether the run is proven to have ended on the host, so that the slots are free
     */
    public record Share(RunHost host, String machine, boolean proven) {}

    public HostsNote {
        shares = List.copyOf(shares);
    }

    /** Returns the note of this folder; empty if the run has no hosts yet. */
    public static Optional<HostsNote> read(RunFolder folder) {
        return FILE.read(
                folder,
                note -> new HostsNote(
                        note.path("partition").asString(),
                        StreamSupport.stream(note.path("hosts").spliterator(), false)
                                .map(HostsNote::share)
                                .toList()));
    }

    private static Share share(JsonNode host) {
        return new Share(
                new RunHost(host.path("name").asString(), host.path("slots").asInt()),
                host.path("machine").asString(),
                host.path("proven").asBoolean());
    }

    /** Writes this note into the folder, whole and durable. */
    public void write(RunFolder folder) {
        var note = NoteFile.MAPPER.createObjectNode().put("partition", partition);
        var hosts = note.putArray("hosts");
        for (Share share : shares) {
            hosts.addObject()
                    .put("name", share.host().name())
                    .put("slots", share.host().slots())
                    .put("machine", share.machine())
                    .put("proven", share.proven());
        }
        FILE.write(folder, note);
    }

    /** Returns all hosts of the run. */
    public List<RunHost> hosts() {
        return shares.stream().map(Share::host).toList();
    }

    /** Returns the hosts on which the run has not been proven to have ended. */
    public List<RunHost> open() {
        return shares.stream().filter(share -> !share.proven()).map(Share::host).toList();
    }

    /** Returns this note after the proof that the run has ended on a host. */
    public HostsNote proving(RunHost host) {
        return new HostsNote(
                partition,
                shares.stream()
                        .map(share -> share.host().equals(host) ? new Share(host, share.machine(), true) : share)
                        .toList());
    }
}
