/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.Count;
import io.heapsight.summary.Total;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** The pieces that several JSON documents share. */
final class JsonFields {
    private JsonFields() {}

    /** {@code "target":{"pid":7,"name":"com.acme.Shop"}}. */
    static void target(JsonGenerator json, int pid, String name) throws IOException {
        json.writeObjectFieldStart("target");
        json.writeNumberField("pid", pid);
        json.writeStringField("name", name);
        json.writeEndObject();
    }

    /** {@code "name":"java.lang.String","module":"java.base"}; a class without one has null. */
    static void className(JsonGenerator json, String name, String module) throws IOException {
        json.writeStringField("name", name);
        json.writeStringField("module", module.isEmpty() ? null : module);
    }

    /** {@code "totals":{"instances":0,"bytes":0}}. */
    static void instances(JsonGenerator json, String field, Count count) throws IOException {
        counted(json, field, "instances", count);
    }

    /** {@code "totals":{"objects":0,"bytes":0}}. */
    static void objects(JsonGenerator json, String field, Count count) throws IOException {
        counted(json, field, "objects", count);
    }

    private static void counted(JsonGenerator json, String field, String what, Count count)
            throws IOException {
        json.writeObjectFieldStart(field);
        json.writeNumberField(what, count.instances());
        json.writeNumberField("bytes", count.bytes());
        json.writeEndObject();
    }

    /** {@code "all":{"objects":0,"bytes":0}}, or null. */
    static void total(JsonGenerator json, String field, Optional<Total> total) throws IOException {
        if (total.isEmpty()) {
            json.writeNullField(field);
            return;
        }
        json.writeObjectFieldStart(field);
        json.writeNumberField("objects", total.get().objects());
        json.writeNumberField("bytes", total.get().bytes());
        json.writeEndObject();
    }

    /** {@code "address":"0x7f001234"}. */
    static void address(JsonGenerator json, String field, long address) throws IOException {
        json.writeStringField(field, Figures.address(address));
    }

    /** An address, or null. */
    static void address(JsonGenerator json, String field, OptionalLong address) throws IOException {
        if (address.isPresent()) {
            address(json, field, address.getAsLong());
        } else {
            json.writeNullField(field);
        }
    }

    /** A number, or null. */
    static void number(JsonGenerator json, String field, OptionalLong number) throws IOException {
        if (number.isPresent()) {
            json.writeNumberField(field, number.getAsLong());
        } else {
            json.writeNullField(field);
        }
    }
}
