package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Compression;
import dev.slipway.request.FilePattern;
import java.util.Optional;

/** The options in {@code sw:Ssh} of a data staging, or the defaults without that element. */
record SshOptions(
        int orderGroup, Compression compression, boolean always, Optional<FilePattern> match, boolean preserve) {

    static SshOptions read(Optional<DocumentElement> ssh, ValueReader values, Findings findings) {
        return ssh.map(element -> new SshOptions(
                        values.orderGroup(element),
                        values.compression(element),
                        values.truth(element, "always"),
                        match(element, findings),
                        values.truth(element, "preserve")))
                .orElseGet(() -> new SshOptions(1, Compression.NONE, false, Optional.empty(), false));
    }

    private static Optional<FilePattern> match(DocumentElement ssh, Findings findings) {
        Optional<String> text = ssh.attribute("match");
        if (text.isPresent() && !FilePattern.isAllowed(text.get())) {
            findings.problem(
                    ssh,
                    "attribute match of sw:Ssh is no pattern of paths below a folder: \"" + Names.shown(text.get())
                            + "\"",
                    "Write ** for all files below the folder, * for those in it, or a pattern as curves/*.csv.");
            return Optional.empty();
        }
        return text.map(FilePattern::new);
    }
}
