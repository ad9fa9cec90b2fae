package dev.slipway.toolkit.document;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Builds the job document of a program that was named on a command line.
 *
 * @param name the job's name; empty for the program's own
 * @param command the program and its arguments
 * @param processes the processes of an MPI program; empty for a single process without MPI
 * @param partition empty for the default partition
 * @param wallSeconds the limit on the run's time; empty for the partition's
 * @param inputs files that go into the run folder
 * @param outputs files of the run folder that are kept as results
 */
record RunDocument(
        Optional<String> name,
        List<String> command,
        Optional<Integer> processes,
        Optional<String> partition,
        OptionalLong wallSeconds,
        List<RunInput> inputs,
        List<RunOutput> outputs) {
    private static final String JSDL = "http://schemas.ggf.org/jsdl/2005/11/jsdl";
    private static final String POSIX = "http://schemas.ggf.org/jsdl/2005/11/jsdl-posix";
    private static final String SPMD = "http://schemas.ogf.org/jsdl/2007/02/jsdl-spmd";
    private static final String OURS = "urn:slipway:job:1";
    private static final String ANY_MPI = "http://www.ogf.org/jsdl/2007/02/jsdl-spmd/MPI";

    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            new Elements(xml).write();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        out.write('\n');
        return out.toByteArray();
    }

    /** Writes the elements, each on a line of its own. */
    private final class Elements {
        private final XMLStreamWriter xml;
        private int depth;

        private Elements(XMLStreamWriter xml) {
            this.xml = xml;
        }

        private void write() throws XMLStreamException {
            open("jsdl", "JobDefinition", JSDL);
            xml.writeNamespace("jsdl", JSDL);
            xml.writeNamespace("posix", POSIX);
            xml.writeNamespace("spmd", SPMD);
            xml.writeNamespace("sw", OURS);
            open("jsdl", "JobDescription", JSDL);
            if (name.isPresent()) {
                open("jsdl", "JobIdentification", JSDL);
                text("jsdl", "JobName", JSDL, name.get());
                close();
            }
            application();
            if (partition.isPresent()) {
                open("jsdl", "Resources", JSDL);
                text("sw", "Partition", OURS, partition.get());
                close();
            }
            for (RunInput input : inputs) {
                staging(input);
            }
            results();
            close();
            close();
        }

        private void application() throws XMLStreamException {
            open("jsdl", "Application", JSDL);
            if (processes.isPresent()) {
                open("spmd", "SPMDApplication", SPMD);
                command();
                text("spmd", "NumberOfProcesses", SPMD, Integer.toString(processes.get()));
                text("spmd", "SPMDVariation", SPMD, ANY_MPI);
                wallTime();
            } else {
                open("posix", "POSIXApplication", POSIX);
                command();
                wallTime();
            }
            close();
            close();
        }

        private void command() throws XMLStreamException {
            text("posix", "Executable", POSIX, command.get(0));
            for (String argument : command.subList(1, command.size())) {
                text("posix", "Argument", POSIX, argument);
            }
        }

        private void wallTime() throws XMLStreamException {
            if (wallSeconds.isPresent()) {
                text("posix", "WallTimeLimit", POSIX, Long.toString(wallSeconds.getAsLong()));
            }
        }

        private void staging(RunInput input) throws XMLStreamException {
            open("jsdl", "DataStaging", JSDL);
            text("jsdl", "FileName", JSDL, input.name());
            text("jsdl", "CreationFlag", JSDL, "overwrite");
            open("jsdl", "Source", JSDL);
            if (input.text().isPresent()) {
                text("sw", "Inline", OURS, input.text().get());
            } else {
                open("sw", "Upload", OURS);
                xml.writeAttribute("sha256", input.sha256());
                xml.writeEndElement();
                depth--;
            }
            close();
            close();
        }

        private void results() throws XMLStreamException {
            if (outputs.isEmpty()) {
                return;
            }
            open("sw", "Results", OURS);
            for (RunOutput output : outputs) {
                line();
                xml.writeEmptyElement("sw", "Result", OURS);
                xml.writeAttribute("name", output.name());
                xml.writeAttribute("file", output.file());
            }
            close();
        }

        private void line() throws XMLStreamException {
            xml.writeCharacters("\n" + "  ".repeat(depth));
        }

        private void open(String prefix, String element, String namespace) throws XMLStreamException {
            line();
            xml.writeStartElement(prefix, element, namespace);
            depth++;
        }

        private void close() throws XMLStreamException {
            depth--;
            line();
            xml.writeEndElement();
        }

        private void text(String prefix, String element, String namespace, String content) throws XMLStreamException {
            line();
            xml.writeStartElement(prefix, element, namespace);
            characters(content);
            xml.writeEndElement();
        }

        /**
         * Writes text so that a reader gets the same text. Readers take a carriage return without a reference for a
         * line feed.
         */
        private void characters(String content) throws XMLStreamException {
            String[] parts = content.split("\r", -1);
            xml.writeCharacters(parts[0]);
            for (String part : List.of(parts).subList(1, parts.length)) {
                xml.writeEntityRef("#13");
                xml.writeCharacters(part);
            }
        }
    }
}
