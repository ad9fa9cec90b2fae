package dev.slipway.gateway.sheet;

import org.xml.sax.SAXException;

/** A workbook does not have what the step asks for; the message is for people. */
final class SheetFault extends SAXException {
    private static final long serialVersionUID = 1L;

    SheetFault(String message) {
        super(message);
    }
}
