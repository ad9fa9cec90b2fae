package dev.slipway.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.jsp.JspFactory;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.jasper.runtime.JspFactoryImpl;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Registers the servlets that the build made of the JSPs, as listed in the web.xml that JspC wrote beside them. */
@Component
class PrecompiledJsps implements ServletContextInitializer {
    private static final String LIST = "/dev/slipway/web/compiled-jsps.xml";

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        if (JspFactory.getDefaultFactory() == null) {
            JspFactory.setDefaultFactory(new JspFactoryImpl());
        }
        Document list = list();
        Map<String, String> classes = pairs(list, "servlet", "servlet-name", "servlet-class");
        Map<String, String> servlets = pairs(list, "servlet-mapping", "url-pattern", "servlet-name");
        servlets.forEach(
                (path, name) -> context.addServlet(name, classes.get(name)).addMapping(path));
    }

    private static Document list() throws ServletException {
        try (InputStream in = PrecompiledJsps.class.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new ServletException("the build left no " + LIST + ": pages are not compiled");
            }
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setAttribute("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            return factory.newDocumentBuilder().parse(in);
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new ServletException("cannot read " + LIST, e);
        }
    }

    private static Map<String, String> pairs(Document list, String element, String key, String value) {
        Map<String, String> pairs = new HashMap<>();
        NodeList elements = list.getElementsByTagName(element);
        for (int i = 0; i < elements.getLength(); i++) {
            Element each = (Element) elements.item(i);
            pairs.put(text(each, key), text(each, value));
        }
        return pairs;
    }

    private static String text(Element parent, String child) {
        return parent.getElementsByTagName(child).item(0).getTextContent().trim();
    }
}
