package dev.slipway.service.soap;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import javax.xml.validation.Schema;
import javax.xml.validation.TypeInfoProvider;
import javax.xml.validation.Validator;
import javax.xml.validation.ValidatorHandler;
import org.w3c.dom.ls.LSResourceResolver;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * A schema that reuses handlers for one call after another, because creating a handler takes longer than checking a
 * small call. A handler returns to the pool at the end of a checked call; a handler that a finding stopped midway is
 * dropped. Each handler keeps all names seen so far and a buffer for the longest text, so after
 * {@link #MOST_CHARACTERS} the handler is dropped too.
 */
final class ReusedValidators extends Schema {
    /** The most idle handlers. */
    private static final int IDLE = 16;

    /** The most characters that one handler may see: thousands of small calls, or one large call. */
    static final int MOST_CHARACTERS = 1 << 19;

    private final Schema schema;
    private final BlockingQueue<Kept> idle = new ArrayBlockingQueue<>(IDLE);

    ReusedValidators(Schema schema) {
        this.schema = schema;
    }

    @Override
    public Validator newValidator() {
        return schema.newValidator();
    }

    @Override
    public ValidatorHandler newValidatorHandler() {
        Kept kept = idle.poll();
        return new Lent(kept == null ? new Kept(schema.newValidatorHandler()) : kept);
    }

    /**
     * A handler with an exchangeable listener. Setting another listener on the handler would reset all of the handler's
     * state.
     */
    private static final class Kept implements ErrorHandler {
        private final ValidatorHandler handler;
        private ErrorHandler listener;
        private long told;

        Kept(ValidatorHandler handler) {
            this.handler = handler;
            handler.setErrorHandler(this);
        }

        @Override
        public void warning(SAXParseException found) throws SAXException {
            if (listener != null) {
                listener.warning(found);
            }
        }

        /** Ends the check at the first error if there is no listener, as every handler does. */
        @Override
        public void error(SAXParseException found) throws SAXException {
            if (listener == null) {
                throw found;
            }
            listener.error(found);
        }

        @Override
        public void fatalError(SAXParseException found) throws SAXException {
            if (listener == null) {
                throw found;
            }
            listener.fatalError(found);
        }
    }

    /** One use of a handler. */
    private final class Lent extends ValidatorHandler {
        private final Kept kept;
        private final ValidatorHandler handler;

        Lent(Kept kept) {
            this.kept = kept;
            this.handler = kept.handler;
        }

        @Override
        public void endDocument() throws SAXException {
            handler.endDocument();
            handler.setContentHandler(null);
            kept.listener = null;
            if (kept.told < MOST_CHARACTERS) {
                idle.offer(kept);
            }
        }

        @Override
        public void startDocument() throws SAXException {
            handler.startDocument();
        }

        @Override
        public void startElement(String uri, String localName, String name, Attributes attributes) throws SAXException {
            kept.told += uri.length() + localName.length() + name.length();
            for (int i = 0; i < attributes.getLength(); i++) {
                kept.told += attributes.getURI(i).length()
                        + attributes.getQName(i).length()
                        + attributes.getValue(i).length();
            }
            handler.startElement(uri, localName, name, attributes);
        }

        @Override
        public void endElement(String uri, String localName, String name) throws SAXException {
            handler.endElement(uri, localName, name);
        }

        @Override
        public void characters(char[] text, int start, int length) throws SAXException {
            kept.told += length;
            handler.characters(text, start, length);
        }

        @Override
        public void ignorableWhitespace(char[] text, int start, int length) throws SAXException {
            handler.ignorableWhitespace(text, start, length);
        }

        @Override
        public void startPrefixMapping(String prefix, String uri) throws SAXException {
            kept.told += prefix.length() + uri.length();
            handler.startPrefixMapping(prefix, uri);
        }

        @Override
        public void endPrefixMapping(String prefix) throws SAXException {
            handler.endPrefixMapping(prefix);
        }

        @Override
        public void processingInstruction(String target, String data) throws SAXException {
            handler.processingInstruction(target, data);
        }

        @Override
        public void skippedEntity(String name) throws SAXException {
            handler.skippedEntity(name);
        }

        @Override
        public void setDocumentLocator(Locator locator) {
            handler.setDocumentLocator(locator);
        }

        @Override
        public void setContentHandler(ContentHandler receiver) {
            handler.setContentHandler(receiver);
        }

        @Override
        public ContentHandler getContentHandler() {
            return handler.getContentHandler();
        }

        @Override
        public void setErrorHandler(ErrorHandler errorHandler) {
            kept.listener = errorHandler;
        }

        @Override
        public ErrorHandler getErrorHandler() {
            return kept.listener;
        }

        @Override
        public void setResourceResolver(LSResourceResolver resolver) {
            throw new UnsupportedOperationException("the next call would have it too");
        }

        @Override
        public LSResourceResolver getResourceResolver() {
            return handler.getResourceResolver();
        }

        @Override
        public TypeInfoProvider getTypeInfoProvider() {
            return handler.getTypeInfoProvider();
        }
    }
}
