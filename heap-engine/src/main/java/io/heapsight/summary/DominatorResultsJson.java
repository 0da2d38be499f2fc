/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.json.JsonValueCodec.text;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.summary.DominatorResults.ClassCopies;
import io.heapsight.summary.DominatorResults.LinkedShape;
import java.util.Optional;
import java.util.function.Function;

/** Declares the biggest objects and the leak suspects of a heap summary. */
public final class DominatorResultsJson {
    /** The name of {@link #NODE}, a recursive schema, among those of OpenAPI. */
    public static final String NODE_COMPONENT = "DominatorNode";

    /** An object of the dominator tree, or several of one class. */
    public static final Shape<DominatorNode> NODE =
            Shape.<DominatorNode>of()
                    .nullable("address", ADDRESS, node -> TotalJson.address(node.address()))
                    .field("class", TEXT, DominatorNode::className)
                    .nullable("label", TEXT, DominatorNode::label)
                    .field("instances", COUNT, DominatorNode::instances)
                    .field("shallowBytes", BYTES, DominatorNode::shallowBytes)
                    .field("retainedBytes", BYTES, DominatorNode::retainedBytes)
                    .field("children", list(node()), DominatorNode::children);

    private static final Shape<HolderPlace> PLACE =
            Shape.<HolderPlace>of()
                    .field("kind", choice(HolderPlace.Kind.values()), HolderPlace::kind)
                    .field("name", TEXT, HolderPlace::name)
                    .nullable("thread", TEXT, place -> text(place.thread()))
                    .field("jdk", FLAG, HolderPlace::jdk);

    private static final Shape<HeldObjects.Content> CONTENT =
            Shape.<HeldObjects.Content>of()
                    .field("class", TEXT, HeldObjects.Content::className)
                    .field("objects", COUNT, HeldObjects.Content::objects);

    private static final Shape<LeakCause> CAUSE =
            Shape.<LeakCause>of()
                    .field("id", TEXT, LeakCause::id)
                    .field("certainty", choice(LeakCause.Certainty.values()), LeakCause::certainty)
                    .field("place", TEXT, LeakCause::place)
                    .field("objects", COUNT, LeakCause::objects)
                    .field("detail", TEXT, LeakCause::detail)
                    .field("remedy", TEXT, LeakCause::remedy)
                    .field("healthy", TEXT, LeakCause::healthy);

    private static final Shape<HeldObjects> HOLDING =
            Shape.<HeldObjects>of()
                    .field("severity", choice(Severity.values()), HeldObjects::severity)
                    .field("pattern", choice(HeldObjects.Pattern.values()), HeldObjects::pattern)
                    .field("places", list(PLACE), HeldObjects::places)
                    .field("within", list(PLACE), HeldObjects::within)
                    .field("holders", COUNT, HeldObjects::holders)
                    .nullable("elements", COUNT, found -> number(found.elements()))
                    .nullable("content", CONTENT, HeldObjects::content)
                    .nullable(
                            "inner",
                            Shape.<HeldObjects.Inner>of()
                                    .and(PLACE, HeldObjects.Inner::place)
                                    .field("content", CONTENT, HeldObjects.Inner::content),
                            HeldObjects::inner)
                    .field("classes", list(TotalJson.CLASS_TOTAL), HeldObjects::classes)
                    .field(
                            "others",
                            list(
                                    Shape.<HeldObjects.Other>of()
                                            .and(PLACE, HeldObjects.Other::place)
                                            .field(
                                                    "retainedBytes",
                                                    BYTES,
                                                    HeldObjects.Other::retainedBytes)),
                            HeldObjects::others)
                    .field(
                            "mergedPaths",
                            list(
                                    Shape.<HeldObjects.MergedStep>of()
                                            .field("depth", COUNT, HeldObjects.MergedStep::depth)
                                            .field(
                                                    "objects",
                                                    COUNT,
                                                    HeldObjects.MergedStep::objects)
                                            .field("class", TEXT, HeldObjects.MergedStep::className)
                                            .nullable("via", TEXT, step -> text(step.via()))),
                            HeldObjects::mergedPaths)
                    .nullable("cause", CAUSE, HeldObjects::cause);

    private static final Shape<Suspect> SUSPECT =
            Shape.<Suspect>of()
                    .field("kind", choice(Suspect.Kind.values()), Suspect::kind)
                    .nullable("address", ADDRESS, each -> TotalJson.address(each.address()))
                    .field("class", TEXT, Suspect::className)
                    .nullable("label", TEXT, Suspect::label)
                    .field("loader", ADDRESS, Suspect::loader)
                    .field("instances", COUNT, Suspect::instances)
                    .field("retainedBytes", BYTES, Suspect::retainedBytes)
                    .field("share", NUMBER, Suspect::share)
                    .nullable(
                            "accumulationPoint",
                            Shape.<Suspect.Accumulation>of()
                                    .field("address", ADDRESS, Suspect.Accumulation::address)
                                    .field("class", TEXT, Suspect.Accumulation::className)
                                    .field(
                                            "retainedBytes",
                                            BYTES,
                                            Suspect.Accumulation::retainedBytes),
                            Suspect::accumulation)
                    .field(
                            "path",
                            list(
                                    Shape.<Suspect.PathStep>of()
                                            .field("address", ADDRESS, Suspect.PathStep::address)
                                            .field("class", TEXT, Suspect.PathStep::className)
                                            .nullable("via", TEXT, Suspect.PathStep::via)
                                            .nullable("root", TEXT, Suspect.PathStep::root)),
                            Suspect::path)
                    .field("sentence", TEXT, Suspect::sentence)
                    .and(HOLDING, Suspect::found);

    private static final Shape<ClassCopies> COPIES =
            Shape.<ClassCopies>of()
                    .field("class", TEXT, ClassCopies::className)
                    .field("loaderClass", TEXT, ClassCopies::loaderClass)
                    .field("loaders", COUNT, ClassCopies::loaders)
                    .field("classes", COUNT, ClassCopies::classes)
                    .field("bytes", BYTES, ClassCopies::bytes);

    private static final Shape<LinkedShape> LINKED =
            Shape.<LinkedShape>of()
                    .field("class", TEXT, LinkedShape::className)
                    .field("longest", COUNT, LinkedShape::longest)
                    .field("objects", COUNT, LinkedShape::objects)
                    .field("bytes", BYTES, LinkedShape::bytes);

    static final Shape<Optional<DominatorResults>> RETAINED =
            Shape.<Optional<DominatorResults>>of()
                    .nullable("biggest", list(NODE), of(DominatorResults::biggest))
                    .nullable("suspects", list(SUSPECT), of(DominatorResults::suspects))
                    .nullable("loaderCopies", list(COPIES), of(DominatorResults::copies))
                    .nullable("linkedObjects", list(LINKED), of(DominatorResults::linked));

    private DominatorResultsJson() {}

    private static JsonValueCodec<DominatorNode> node() {
        return JsonValueCodec.reference(NODE_COMPONENT, () -> NODE);
    }

    private static <V> Function<Optional<DominatorResults>, Optional<V>> of(
            Function<DominatorResults, V> part) {
        return retained -> retained.map(part);
    }
}
