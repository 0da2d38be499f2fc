/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.secrets.ReferenceFields.Entry;
import io.heapsight.heap.secrets.ReferenceFields.Field;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Searches for referrers of strings and arrays that hold secrets, and for fields and map keys with
 * the names of secrets. Each thread has its own instance.
 */
final class HolderScan implements SegmentPass.Share {
    /** The maximum number of characters read of a key or its value. */
    private static final int LONGEST = 100;

    private final IndexedHeap heap;
    private final HprofBytes bytes;
    private final ReferenceFieldsCache fieldsByClass;
    private final SecretAddresses values;
    private final SecretCounts findings;
    private final RecordCursor record;
    private final ReferenceReader object;
    private final ReferenceReader table;
    private final ValueText text;

    /** Whether the current object is reachable. */
    private boolean isReachable;

    /**
     * @param values the strings and arrays that hold secrets
     */
    HolderScan(
            IndexedHeap heap,
            ReferenceFieldsCache fieldsByClass,
            SecretAddresses values,
            SecretCounts findings) {
        this.heap = heap;
        this.fieldsByClass = fieldsByClass;
        this.values = values;
        this.findings = findings;
        bytes = heap.file().bytes();
        record = new RecordCursor(bytes);
        object = new ReferenceReader(bytes, heap.classes());
        table = new ReferenceReader(bytes, heap.classes());
        text = new ValueText(heap);
    }

    @Override
    public void read(Segment segment) {
        record.reset(segment.start(), segment.end());
        while (record.next()) {
            if (record.isObject() && heap.heap().index().isObject(record.address())) {
                object.open(record.position());
                if (object.classIndex() >= 0) {
                    isReachable = heap.heap().index().isMarked(record.address());
                    read(heap.classes().get(object.classIndex()));
                }
            }
        }
    }

    private void read(HeapClass of) {
        if (object.isInstance() && !of.rawName().equals("java/lang/String")) {
            ReferenceFields fields = fieldsByClass.named(of);
            if (fields == null && refersToValue(of)) {
                fields = fieldsByClass.of(of);
            }
            if (fields != null) {
                readFields(fields);
            }
        } else if (object.isObjectArray() && !values.isEmpty()) {
            for (long i = 0; i < object.length(); i++) {
                long value = bytes.id(object.data() + i * bytes.idBytes());
                if (values.of(value) != 0) {
                    take("element of " + of.name(), value);
                }
            }
        }
    }

    private boolean refersToValue(HeapClass of) {
        if (values.isEmpty()) {
            return false;
        }
        for (int offset : of.referenceOffsets()) {
            if (values.of(reference(offset)) != 0) {
                return true;
            }
        }
        return of.referentOffset() >= 0 && values.of(reference(of.referentOffset())) != 0;
    }

    private long reference(int offset) {
        return offset + bytes.idBytes() <= object.length() ? bytes.id(object.data() + offset) : 0;
    }

    private void readFields(ReferenceFields fields) {
        long found = 0;
        for (Field field : fields.fields()) {
            long value = reference(field.offset());
            if (value != 0 && !fields.isOfEntry(field)) {
                found |= values.of(value);
                if (values.of(value) != 0) {
                    take(field.holder(), value);
                } else if (field.isNamed() && isValue(field.name(), value)) {
                    add(SecretKind.NAMED, field.holder(), value);
                }
            }
        }
        if ((found & SecretAddresses.bit(SecretKind.AWS_ACCESS_KEY_ID)) != 0) {
            addAwsSecrets(fields);
        }
        @Nullable Entry entry = fields.entry();
        if (entry != null) {
            takeEntry(
                    reference(entry.key().offset()),
                    reference(entry.value().offset()),
                    entry.map());
        }
        @Nullable Field pairs = fields.table();
        if (pairs != null && open(reference(pairs.offset()))) {
            for (long i = 0; i + 1 < table.length(); i += 2) {
                long at = table.data() + i * bytes.idBytes();
                takeEntry(bytes.id(at), bytes.id(at + bytes.idBytes()), pairs.className());
            }
        }
    }

    private boolean open(long address) {
        long position = address == 0 ? -1 : heap.position(address);
        if (position >= 0) {
            table.open(position);
        }
        return position >= 0 && table.isObjectArray();
    }

    /** Adds texts that look like the secret of an access key id in the same object. */
    private void addAwsSecrets(ReferenceFields fields) {
        for (Field field : fields.fields()) {
            long value = reference(field.offset());
            if (value != 0
                    && text.at(value, LONGEST).filter(SecretPatterns::isAwsSecret).isPresent()) {
                add(SecretKind.AWS_SECRET_KEY, field.holder(), value);
            }
        }
    }

    private void takeEntry(long key, long value, String map) {
        if (values.of(key) != 0) {
            take("key in " + map, key);
        }
        Optional<String> name = value == 0 ? Optional.empty() : text.at(key, LONGEST);
        Optional<String> word = name.flatMap(SecretNames::word);
        if (values.of(value) != 0) {
            take(holder(word, map), value);
        } else if (word.isPresent() && isValue(name.orElseThrow(), value)) {
            add(SecretKind.NAMED, holder(word, map), value);
        }
    }

    /** Keys are data, so only the known word at the end of the key is shown. */
    private static String holder(Optional<String> word, String map) {
        return word.map(known -> "value of a key \"…%s\" in %s".formatted(known, map))
                .orElse("value of a key in " + map);
    }

    private boolean isValue(String name, long value) {
        return text.at(value, LONGEST).filter(it -> SecretNames.isValue(name, it)).isPresent();
    }

    private void take(String holder, long value) {
        for (SecretKind kind : SecretAddresses.kinds(values.of(value))) {
            add(kind, holder, value);
        }
    }

    /**
     * Adds a secret, unless the holder is garbage and the value reachable: such a holder does not
     * show where the secret is held.
     */
    private void add(SecretKind kind, String holder, long value) {
        if (isReachable || !heap.heap().index().isMarked(value)) {
            findings.add(kind, holder, isReachable, value);
        }
    }

    /** Reads the static fields of all classes; for one thread. */
    void readStatics() {
        for (HeapClass each : heap.classes().all()) {
            ClassDump dump = each.dump();
            if (dump != null) {
                isReachable = heap.find(each.address()).isPresent();
                for (int i = 0; i < dump.staticTypes().length; i++) {
                    if (dump.staticTypes()[i] == BasicType.OBJECT.code()) {
                        readStatic(
                                each,
                                heap.classes().fieldName(dump.staticNames()[i]),
                                dump.staticValues()[i]);
                    }
                }
            }
        }
    }

    private void readStatic(HeapClass of, String name, long value) {
        String holder = "%s.%s (static)".formatted(of.name(), name);
        if (values.of(value) != 0) {
            take(holder, value);
        } else if (SecretNames.word(name).isPresent()
                && text.at(value, LONGEST)
                        .filter(it -> SecretNames.isValueOfConstant(name, it))
                        .isPresent()) {
            add(SecretKind.NAMED, holder, value);
        }
    }
}
