package dev.slipway.load.ping;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** Answers calls by CXF and JAXB alone, without any other work. */
@WebService(targetNamespace = "urn:slipway:bench")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public class Ping {

    /** Returns the argument. */
    @WebMethod
    @WebResult(name = "pong")
    public String ping(@WebParam(name = "ping") String text) {
        return text;
    }
}
