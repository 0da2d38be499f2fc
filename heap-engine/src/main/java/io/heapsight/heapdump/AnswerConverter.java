/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.ObjectDetails;
import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PathList;
import io.heapsight.explore.query.QueryResult;
import java.util.function.Function;

/** Converts answers of the heap explorer into those of the API. */
final class AnswerConverter {
    private AnswerConverter() {}

    static DumpedClass type(ClassList.Row figure) {
        return new DumpedClass(
                figure.name(),
                figure.address(),
                figure.loader(),
                new ObjectCount(figure.objects(), figure.bytes()),
                figure.retainedBytes(),
                new ObjectCount(figure.unreachableObjects(), figure.unreachableBytes()));
    }

    static DumpedObject object(ObjectRow row) {
        return new DumpedObject(
                row.address(),
                row.className(),
                row.label(),
                row.shallowBytes(),
                row.retainedBytes());
    }

    static ObjectReference reference(ObjectRow row) {
        return new ObjectReference(row.via().orElse(""), object(row));
    }

    static <T> Listing<T> listing(ObjectList list, Function<ObjectRow, T> row) {
        return new Listing<>(list.rows().stream().map(row).toList(), list.total(), list.notes());
    }

    static ObjectDescription description(ObjectDetails details) {
        return new ObjectDescription(
                object(details.object()),
                details.length(),
                details.root(),
                details.dominator().map(AnswerConverter::object),
                details.fields().stream().map(AnswerConverter::field).toList());
    }

    private static ObjectDescription.Field field(ObjectDetails.Field row) {
        return new ObjectDescription.Field(
                row.declaredBy(),
                row.name(),
                row.type(),
                row.isStatic(),
                row.value(),
                row.object().map(AnswerConverter::object));
    }

    static GcRootPath path(PathList.Path path) {
        return new GcRootPath(
                path.root(),
                path.steps().stream().map(AnswerConverter::reference).toList(),
                path.isStrong());
    }

    static QueryAnswer query(QueryResult result) {
        return new QueryAnswer(
                new ObjectCount(result.total().objects(), result.total().shallowBytes()),
                result.objects().stream().map(row -> object(row.object())).toList(),
                result.groups().stream()
                        .map(
                                row ->
                                        new QueryAnswer.Group(
                                                row.name(),
                                                new ObjectCount(row.objects(), row.shallowBytes()),
                                                row.retainedBytes()))
                        .toList(),
                result.groupTotal(),
                result.notes());
    }
}
