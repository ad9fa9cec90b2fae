package dev.slipway.service;

import dev.slipway.document.DocumentSchemas;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/**
 * The transport of one bus, with a limit on the body that holds for declared and for chunked lengths. A call is SOAP 1.1, so its content
 * is {@code text/xml}: a form of another site's page can post anything but that, and a page's script says which site it
 * is from. A GET or a HEAD reads the WSDL, its schema, or, at {@code /schemas/} and below, the list of the schemas of
 * job documents and each of them; there is nothing else.
 */
final class SoapServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1L;

    private static final String SCHEMAS = "/schemas/";
    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*[\"']?([^;\"']*)");
    private static final Set<String> XML = Set.of("text/xml", "application/soap+xml");
    private static final Set<String> DESCRIPTIONS = Set.of("wsdl", "WSDL", "xsd=jobs.xsd");

    /** Of a call that has not named its user yet; an envelope and a security header are a tenth of it. */
    private static final int STRANGERS_BODY = 1 << 15;

    private final int maxBody;
    private final transient LimitedRequest.Limits limits;

    SoapServlet(Bus bus, int maxBody) {
        super(null, false);
        setBus(bus);
        this.maxBody = maxBody;
        this.limits = new LimitedRequest.Limits(maxBody, STRANGERS_BODY);
    }

    /** The list of services that CXF would show tells strangers more than they need. */
    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(new HiddenList(config));
    }

    /** A HEAD is answered as the GET would be; the server leaves the body out. */
    @Override
    protected void invoke(HttpServletRequest request, HttpServletResponse response) throws ServletException {
        boolean schemas = String.valueOf(request.getPathInfo()).startsWith("/schemas");
        switch (request.getMethod()) {
            case "GET" -> read(request, response);
            case "HEAD" -> read(new AsGet(request), response);
            case "POST" -> {
                if (schemas) {
                    refuseMethod(response, "GET, HEAD");
                } else {
                    call(request, response);
                }
            }
            default -> refuseMethod(response, schemas ? "GET, HEAD" : "GET, HEAD, POST");
        }
    }

    private static void refuseMethod(HttpServletResponse response, String allowed) throws ServletException {
        response.setHeader("Allow", allowed);
        refuse(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "this address takes " + allowed + " only");
    }

    private void call(HttpServletRequest request, HttpServletResponse response) throws ServletException {
        if (isCoded(request.getHeader("Content-Encoding"))) {
            response.setHeader("Accept-Encoding", "identity");
            refuse(
                    response,
                    HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    "a call comes as it is: send it without Content-Encoding");
        } else if (mayHaveAttachments(request.getContentType())) {
            refuse(
                    response,
                    HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    "a call has no attachments: send its envelope alone, with Content-Type text/xml and without the word multipart");
        } else if (!isXml(request.getContentType()) || !isReadable(request.getContentType())) {
            refuse(
                    response,
                    HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    "a call is SOAP 1.1 with Content-Type text/xml, in an encoding that this service knows");
        } else if ("cross-site".equalsIgnoreCase(request.getHeader("Sec-Fetch-Site"))) {
            refuse(response, HttpServletResponse.SC_FORBIDDEN, "a page of another site may not call");
        } else if (request.getContentLengthLong() > maxBody) {
            refuse(
                    response,
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    "the request is larger than " + maxBody + " bytes");
        } else {
            super.invoke(new LimitedRequest(request, limits), response);
        }
    }

    private void read(HttpServletRequest request, HttpServletResponse response) throws ServletException {
        String path = String.valueOf(request.getPathInfo());
        Optional<byte[]> schema =
                path.startsWith(SCHEMAS) ? DocumentSchemas.file(path.substring(SCHEMAS.length())) : Optional.empty();
        if (schema.isPresent()) {
            answer(response, HttpServletResponse.SC_OK, "application/xml", schema.get());
        } else if (DESCRIPTIONS.contains(String.valueOf(request.getQueryString()))) {
            super.invoke(request, response);
        } else if (path.equals("/schemas") || path.equals(SCHEMAS)) {
            answer(
                    response,
                    HttpServletResponse.SC_OK,
                    "text/plain;charset=UTF-8",
                    (String.join("\n", DocumentSchemas.files()) + "\n").getBytes(StandardCharsets.UTF_8));
        } else {
            refuse(
                    response,
                    HttpServletResponse.SC_NOT_FOUND,
                    "there are only ?wsdl and ?xsd=jobs.xsd of the service to read, and the schemas of job documents: /services/schemas/");
        }
    }

    /** Whether a body is packed. What is packed could unpack to thousands of times its length, and calls are small. */
    private static boolean isCoded(String contentEncoding) {
        return contentEncoding != null && !contentEncoding.strip().equalsIgnoreCase("identity");
    }

    /** The type of SOAP 1.2 goes on to the stack, which answers its envelope with the fault that SOAP has for it. */
    private static boolean isXml(String contentType) {
        return contentType != null
                && XML.contains(contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
    }

    /**
     * CXF looks for attachments wherever a type holds {@code multipart/related}, in a parameter too, and keeps them in
     * files.
     */
    private static boolean mayHaveAttachments(String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).contains("multipart");
    }

    /** CXF fails on the name of an encoding that nobody knows, before it can make a fault. */
    private static boolean isReadable(String contentType) {
        Matcher charset = CHARSET.matcher(contentType);
        try {
            return !charset.find() || Charset.isSupported(charset.group(1).strip());
        } catch (IllegalCharsetNameException e) {
            return false;
        }
    }

    private static void refuse(HttpServletResponse response, int status, String why) throws ServletException {
        answer(response, status, "text/plain;charset=UTF-8", (why + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpServletResponse response, int status, String type, byte[] body)
            throws ServletException {
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
        } catch (IOException e) {
            throw new ServletException(e);
        }
    }

    /** The stack reads descriptions out to a GET only. */
    private static final class AsGet extends HttpServletRequestWrapper {
        AsGet(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return "GET";
        }
    }
}
