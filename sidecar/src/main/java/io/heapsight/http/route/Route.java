/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One row of the route table, which is the source of the router, the list of endpoints, the OpenAPI
 * document and the access test.
 *
 * @param path a template: {@code /jstat/{option}}
 * @param about the description and the parameters
 */
public record Route(
        Method method, String path, Access access, Cost cost, About about, Handler handler) {
    /**
     * The route's description.
     *
     * @param summary one line, in lower case, without a full stop
     * @param parameters path parameters first
     * @param body the request body; empty: none
     */
    public record About(
            String summary,
            List<Parameter<?>> parameters,
            Optional<RequestBodyDeclaration> body,
            AnswerDeclaration produces) {
        public About(String summary, List<Parameter<?>> parameters, AnswerDeclaration produces) {
            this(summary, parameters, Optional.empty(), produces);
        }
    }

    /** Whether the parameter is part of the path. */
    public boolean isInPath(Parameter<?> parameter) {
        return path.contains("{" + parameter.name() + "}");
    }

    /** The parameters of the query, including the format. */
    public List<Parameter<?>> queryParameters() {
        Stream<Parameter<?>> own = about.parameters().stream().filter(each -> !isInPath(each));
        return (about.produces().negotiated()
                        ? Stream.concat(own, Stream.of(Exchange.format(about.produces().formats())))
                        : own)
                .toList();
    }

    /** The parameters of the path, in its order. */
    public List<Parameter<?>> pathParameters() {
        return about.parameters().stream().filter(this::isInPath).toList();
    }
}
