package dev.slipway.service;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.Bus;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/** The transport of one bus, with a limit on the body that holds for declared and for chunked lengths. */
final class SoapServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1L;

    private final int maxBody;

    SoapServlet(Bus bus, int maxBody) {
        super(null, false);
        setBus(bus);
        this.maxBody = maxBody;
    }

    /** The list of services that CXF would show tells strangers more than they need. */
    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(new HiddenList(config));
    }

    @Override
    protected void invoke(HttpServletRequest request, HttpServletResponse response) throws ServletException {
        if (request.getContentLengthLong() > maxBody) {
            refuse(response);
        } else {
            super.invoke(new LimitedRequest(request, maxBody), response);
        }
    }

    private void refuse(HttpServletResponse response) throws ServletException {
        byte[] text = ("the request is larger than " + maxBody + " bytes\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(text.length);
        try {
            response.getOutputStream().write(text);
        } catch (IOException e) {
            throw new ServletException(e);
        }
    }
}
