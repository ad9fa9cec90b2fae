package dev.slipway.service.soap;

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
 * The HTTP transport of one bus, with a limit on the body for declared and for chunked lengths. A call is SOAP 1.1 with
 * content type {@code text/xml}: a form on another site's page cannot send that type, and for a script the browser
 * tells the site of the page. A GET or HEAD request reads the WSDL or its schema, or at {@code /schemas/} the list of
 * the schemas of job documents, or one of these schemas below. All other requests are refused.
 */
final class SoapServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1L;

    private static final String SCHEMAS = "/schemas/";
    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*[\"']?([^;\"']*)");
    private static final Set<String> XML = Set.of("text/xml", "application/soap+xml");
    private static final Set<String> DESCRIPTIONS = Set.of("wsdl", "WSDL", "xsd=jobs.xsd");

    /**
     * The limit for a call that has not named its user yet. An envelope and a security header take a tenth of this
     * size.
     */
    private static final int STRANGERS_BODY = 1 << 15;

    private final int maxBody;
    private final transient LimitedRequest.Limits limits;

    SoapServlet(Bus bus, int maxBody) {
        super(null, false);
        setBus(bus);
        this.maxBody = maxBody;
        this.limits = new LimitedRequest.Limits(maxBody, STRANGERS_BODY);
    }

    /** Hides CXF's list of services, which would tell strangers more than they need. */
    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(new HiddenList(config));
    }

    /** Handles a HEAD request like a GET request; the server leaves the body out. */
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
                    "a call has no attachments: send its envelope alone, with Content-Type text/xml and without the"
                            + " word multipart");
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
                    "there are only ?wsdl and ?xsd=jobs.xsd of the service to read, and the schemas of job documents:"
                            + " /services/schemas/");
        }
    }

    /**
     * Returns whether a body is compressed. A few compressed bytes could unpack to thousands of times as many, and
     * calls are small enough without compression.
     */
    private static boolean isCoded(String contentEncoding) {
        return contentEncoding != null && !contentEncoding.strip().equalsIgnoreCase("identity");
    }

    /**
     * Returns whether the content type is XML. The type of SOAP 1.2 is let through, because the stack answers a SOAP
     * 1.2 envelope with SOAP's own fault.
     */
    private static boolean isXml(String contentType) {
        return contentType != null
                && XML.contains(contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns whether CXF might find attachments. CXF looks for them wherever a type contains
     * {@code multipart/related}, even in a parameter, and keeps them in files.
     */
    private static boolean mayHaveAttachments(String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).contains("multipart");
    }

    /** Returns whether the encoding is known. With an unknown encoding CXF fails before a fault can be made. */
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

    /** A request that reads as a GET, because the stack serves the WSDL and its schema to a GET only. */
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
