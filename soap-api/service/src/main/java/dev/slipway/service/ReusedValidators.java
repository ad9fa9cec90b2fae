package dev.slipway.service;

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
 * A schema whose handlers check one call after another: to make one takes longer than to check a small call with it. One that has
 * seen the end of what it checked is taken again; one that was left in the middle, after a finding, is not. A handler keeps each name
 * that it was ever told and room for the longest text, so after so many characters it is let go.
 */
final class ReusedValidators extends Schema {
    /** Idle at most. */
    private static final int IDLE = 16;

    /** What a handler is told before it is let go: thousands of small calls, or one that is large. */
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

    /** A handler and whom it tells what it finds: a handler that is told of another listener sets all of itself up anew. */
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

        /** Without a listener the first error ends the check, as of any handler. */
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
