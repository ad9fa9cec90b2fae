package dev.slipway.load;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Makes calls of the service as HTTP requests. */
final class Calls {
    private final String authorization;

    Calls(String user, String password) {
        String both = user + ":" + password;
        authorization = "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    String authorization() {
        return authorization;
    }

    /** Makes a call of the operation, given as element {@code s:...}. */
    byte[] call(String operation) {
        return post("/services/jobs", envelope(operation));
    }

    byte[] post(String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: " + authorization
                + "\r\nContent-Type: text/xml;charset=UTF-8\r\nContent-Length: " + bytes.length + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    static String envelope(String content) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:s='urn:slipway:service:1'><e:Body>"
                + content + "</e:Body></e:Envelope>";
    }

    static String submit(String document) {
        return "<s:submit><s:document>" + base64(document) + "</s:document></s:submit>";
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static String status(String token) {
        return "<s:status><s:token>" + token + "</s:token></s:status>";
    }

    /** Returns a job without data that runs {@code executable} on one process. */
    static String job(String executable, String... arguments) {
        StringBuilder words = new StringBuilder();
        for (String argument : arguments) {
            words.append("<posix:Argument>").append(argument).append("</posix:Argument>");
        }
        return """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                    xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix">
                  <jsdl:JobDescription>
                    <jsdl:Application>
                      <posix:POSIXApplication><posix:Executable>%s</posix:Executable>%s</posix:POSIXApplication>
                    </jsdl:Application>
                  </jsdl:JobDescription>
                </jsdl:JobDefinition>
                """.formatted(executable, words);
    }
}
