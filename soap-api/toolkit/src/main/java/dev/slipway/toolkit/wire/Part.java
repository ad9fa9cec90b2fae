package dev.slipway.toolkit.wire;

import java.util.List;
import java.util.Map;

/** The value of a field that has fields itself, in the order of the WSDL. */
public record Part(List<Map.Entry<String, String>> fields) {}
