package dev.slipway.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Provides good input to be damaged: the documents of the contracts and the demo, and a call of every operation but
 * two.
 */
final class Corpus {
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

    /** The password in all calls; no answer may contain this text. */
    static final String CANARY = "canary-7f3a9c";

    private final List<byte[]> documents = new ArrayList<>();
    private final List<byte[]> calls = new ArrayList<>();
    private final long seed;

    /**
     * @param root of the repository
     * @param job a token that the service knows
     */
    Corpus(Path root, String job, long seed) throws IOException {
        this.seed = seed;
        for (String folder : List.of("tests/contracts/documents", "deploy/demo")) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                for (Path file : files.filter(Corpus::isDocument).sorted().toList()) {
                    documents.add(Files.readAllBytes(file));
                }
            }
        }
        for (String operation : operations(job)) {
            calls.add(Calls.envelope(operation).getBytes(StandardCharsets.UTF_8));
        }
        calls.add(named("<w:UsernameToken><w:Username>nobody</w:Username><w:Password>" + CANARY
                + "</w:Password></w:UsernameToken>"));
        calls.add(named("<x:other xmlns:x='urn:x'/>"));
    }

    private static boolean isDocument(Path file) {
        return file.toString().endsWith(".xml")
                && !file.endsWith("pom.xml")
                && !file.toString().contains("/target/");
    }

    /**
     * Returns all operations except logout, which would end the login of all samples, and rotateKey, which makes a key
     * each time.
     */
    private static List<String> operations(String job) {
        String token = "<s:token>" + job + "</s:token>";
        String user = "<s:name>ann</s:name><s:password>" + CANARY + "</s:password>";
        List<String> calls = new ArrayList<>(List.of(
                "<s:list><s:offset>0</s:offset><s:limit>10</s:limit><s:state>CLOSED</s:state>"
                        + "<s:outcome>FAILED</s:outcome>"
                        + "<s:owner>operator</s:owner><s:name>n</s:name>"
                        + "<s:acceptedFrom>2026-01-01T00:00:00Z</s:acceptedFrom></s:list>",
                "<s:statuses>" + token.repeat(3) + "</s:statuses>",
                "<s:download>" + token
                        + "<s:name>pnl</s:name><s:offset>0</s:offset><s:limit>100</s:limit></s:download>",
                "<s:output>" + token
                        + "<s:stream>stdout</s:stream><s:offset>0</s:offset><s:limit>100</s:limit></s:output>",
                "<s:operations><s:offset>0</s:offset><s:limit>10</s:limit></s:operations>",
                "<s:userAdd>" + user + "<s:role>USER</s:role><s:grant>source:risk</s:grant></s:userAdd>",
                "<s:userPassword>" + user + "<s:current>" + CANARY + "</s:current></s:userPassword>",
                "<s:userGrant><s:name>ann</s:name><s:role>AUDITOR</s:role><s:grant>host:md1</s:grant></s:userGrant>",
                "<s:userRevoke><s:name>ann</s:name><s:role>AUDITOR</s:role><s:grant>host:md1</s:grant></s:userRevoke>",
                "<s:partitions/>",
                "<s:partitionDrain><s:partition>local</s:partition><s:reason>n</s:reason></s:partitionDrain>",
                "<s:partitionResume><s:partition>local</s:partition></s:partitionResume>",
                "<s:places/>",
                "<s:placePause><s:place>source:risk</s:place><s:reason>n</s:reason></s:placePause>",
                "<s:placeResume><s:place>source:risk</s:place></s:placeResume>",
                "<s:placeCheck><s:place>source:risk</s:place></s:placeCheck>",
                "<s:usage><s:closedFrom>2026-01-01T00:00:00Z</s:closedFrom><s:user>ann</s:user>"
                        + "<s:by>MONTH</s:by></s:usage>",
                "<s:users/>",
                "<s:login/>",
                "<s:capabilities/>",
                "<s:publicKeys/>"));
        for (String ofJob : List.of(
                "status",
                "history",
                "results",
                "explain",
                "hold",
                "release",
                "cancel",
                "delete",
                "kill",
                "retry",
                "auditVerify",
                "auditExport")) {
            calls.add("<s:" + ofJob + ">" + token + "</s:" + ofJob + ">");
        }
        return calls;
    }

    private static byte[] named(String security) {
        return Calls.envelope("<s:users/>")
                .replace(
                        "<e:Body>",
                        "<e:Header><w:Security xmlns:w='" + WSSE + "'>" + security + "</w:Security></e:Header><e:Body>")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the damaged document of this number. */
    Sample document(int index) {
        Random random = random(index, 1);
        return Sample.of(Sample.Kind.DOCUMENT, seed, index, document(random));
    }

    private byte[] document(Random random) {
        return new Mutation(random).of(any(documents, random), any(documents, random));
    }

    /** Returns the damaged call or request of this number. */
    Sample request(int index) {
        Random random = random(index, 2);
        byte[] body = random.nextInt(3) == 0 ? withDocument(random) : any(calls, random);
        if (random.nextInt(4) == 0) {
            byte[] perhaps = random.nextBoolean() ? body : new Mutation(random).of(body, any(calls, random));
            return Sample.of(Sample.Kind.REQUEST, seed, index, new HttpDamage(random).around(perhaps));
        }
        byte[] damaged = new Mutation(random).of(body, any(calls, random));
        return Sample.of(Sample.Kind.CALL, seed, index, HttpDamage.whole(damaged));
    }

    /** Returns a call that submits or validates a document, good or damaged, as bytes or within the call. */
    private byte[] withDocument(Random random) {
        String operation = random.nextInt(4) == 0 ? "submit" : "validate";
        byte[] document = random.nextBoolean() ? any(documents, random) : document(random);
        String text = new String(document, StandardCharsets.ISO_8859_1);
        String content = random.nextBoolean()
                ? "<s:document>" + java.util.Base64.getEncoder().encodeToString(document) + "</s:document>"
                : "<s:inline>" + text.replaceFirst("^<\\?xml[^>]*\\?>", "") + "</s:inline>";
        return HttpConnection.raw(Calls.envelope("<s:" + operation + ">" + content + "</s:" + operation + ">"));
    }

    private Random random(int index, int use) {
        return new Random((seed * 1_000_003 + index) * 31 + use);
    }

    private static byte[] any(List<byte[]> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
