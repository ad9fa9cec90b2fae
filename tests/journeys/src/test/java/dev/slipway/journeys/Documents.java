package dev.slipway.journeys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Provides the job documents of the journeys: those of the demo, each with a few changes. */
final class Documents {
    private Documents() {}

    /** Returns the demo's document as shipped. */
    static String mainJob() {
        return shipped("equity-var.xml");
    }

    /** Returns the document of the demo's bank as shipped. */
    static String bankJob() {
        return shipped("bank-var.xml");
    }

    /** Returns the document of the demo's market as shipped. */
    static String marketJob() {
        return shipped("market-chain.xml");
    }

    /** Returns the document of the demo's trading day as shipped. */
    static String tradingDay() {
        return shipped("trading-day.xml");
    }

    /** Returns the document of the demo's turbulent field as shipped. */
    static String turbulence() {
        return shipped("turbulence.xml");
    }

    /** Returns the document of a field of 64^3, with less memory than the field's 4 MiB. */
    static String smallTurbulence() {
        return changed(
                changed(turbulence(), ">128MB<", ">3MB<"),
                "256^3 points and its spectrum, in 128 MB",
                "64^3 points and its spectrum, in 3 MB");
    }

    private static String shipped(String name) {
        try {
            return Files.readString(ShippedCommand.root().resolve("deploy/demo").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the tables of a bank of this size in {@code folder}, which must not exist. */
    static Path bankTables(Path folder, double scale) {
        String program = ShippedCommand.root()
                .resolve("native-kernels/target/install/bin/make-bank")
                .toString();
        ShippedCommand.run(
                        Map.of(),
                        List.of(program, folder.toString(), "--tables", "--scale", String.valueOf(scale)),
                        Duration.ofMinutes(1))
                .answer();
        return folder;
    }

    /** Returns the demo's document with fewer scenarios, which take a second. */
    static String smallJob() {
        return changed(mainJob(), ">10000<", ">500<");
    }

    /** Returns {@code document} for another partition. */
    static String on(String partition, String document) {
        String resources = "<jsdl:Resources><sw:Partition xmlns:sw=\"urn:slipway:job:1\">" + partition
                + "</sw:Partition></jsdl:Resources>";
        return document.contains("<jsdl:Resources>")
                ? document.replaceFirst("(?s)<jsdl:Resources>.*</jsdl:Resources>", resources)
                : changed(document, "</jsdl:Application>", "</jsdl:Application>" + resources);
    }

    /** Returns {@code document} with {@code old} replaced. Fails if the document does not contain {@code old}. */
    static String changed(String document, String old, String by) {
        if (!document.contains(old)) {
            throw new AssertionError("the document does not hold: " + old);
        }
        return document.replace(old, by);
    }

    /** Returns a job without data that runs {@code executable} with these arguments. */
    static String bareJob(String name, String executable, String... arguments) {
        StringBuilder words = new StringBuilder();
        for (String argument : arguments) {
            words.append("<posix:Argument>").append(argument).append("</posix:Argument>");
        }
        return """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                    xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix"
                    xmlns:spmd="http://schemas.ogf.org/jsdl/2007/02/jsdl-spmd">
                  <jsdl:JobDescription>
                    <jsdl:JobIdentification><jsdl:JobName>%s</jsdl:JobName></jsdl:JobIdentification>
                    <jsdl:Application>
                      <spmd:SPMDApplication>
                        <posix:Executable>%s</posix:Executable>%s
                        <spmd:NumberOfProcesses>2</spmd:NumberOfProcesses>
                        <spmd:SPMDVariation>http://www.ogf.org/jsdl/2007/02/jsdl-spmd/OpenMPI</spmd:SPMDVariation>
                      </spmd:SPMDApplication>
                    </jsdl:Application>
                  </jsdl:JobDescription>
                </jsdl:JobDefinition>
                """.formatted(name, executable, words);
    }

    /** Returns the market chain as a stream application of two processes, with trades that go to a host. */
    static String streamJob(String orders) {
        String arguments = Stream.of(
                        "--orders",
                        orders,
                        "--batch",
                        "64",
                        "--store",
                        "market.store",
                        "--samples",
                        ".",
                        "--trades",
                        "trades.csv")
                .map(word -> "<sw:Argument>" + word + "</sw:Argument>")
                .collect(Collectors.joining());
        return """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl" xmlns:sw="urn:slipway:job:1">
                  <jsdl:JobDescription>
                    <jsdl:JobIdentification><jsdl:JobName>market</jsdl:JobName></jsdl:JobIdentification>
                    <jsdl:Application>
                      <sw:StreamApplication name="market">
                        <sw:Kernel name="generator" program="market-chain" turns="true">%1$s</sw:Kernel>
                        <sw:Kernel name="engine" program="market-chain">%1$s</sw:Kernel>
                        <sw:Kernel name="confirmation" with="generator" turns="true"/>
                        <sw:Kernel name="store" with="generator" turns="true"/>
                        <sw:Link from="generator" to="engine store" kind="duplicate"/>
                        <sw:Link from="generator" to="confirmation"/>
                        <sw:Link from="engine" to="confirmation"/>
                        <sw:Link from="confirmation" to="store"/>
                        <sw:Link from="confirmation" to="generator" feedback="true"/>
                        <sw:Link from="store" to="generator" feedback="true"/>
                      </sw:StreamApplication>
                    </jsdl:Application>
                    <jsdl:DataStaging>
                      <jsdl:FileName>trades.csv</jsdl:FileName>
                      <jsdl:CreationFlag>overwrite</jsdl:CreationFlag>
                      <jsdl:Target><jsdl:URI>sftp://market-data/trades.csv</jsdl:URI></jsdl:Target>
                    </jsdl:DataStaging>
                    <sw:Results><sw:Result name="engine" file="engine.csv"/></sw:Results>
                  </jsdl:JobDescription>
                </jsdl:JobDefinition>
                """.formatted(arguments);
    }
}
