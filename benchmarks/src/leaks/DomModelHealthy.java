/* SPDX-License-Identifier: Apache-2.0 */
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;

/** A configuration in XML, parsed into a DOM. */
public final class DomModelHealthy {
    public static Object run() throws Exception {
        StringBuilder xml = new StringBuilder("<shop>");
        for (int i = 0; i < 15_000; i++) {
            xml.append("<article number='").append(i).append("'><name>").append(Plant.text(i)).append("</name><price>").append(i % 97).append("</price></article>");
        }
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.append("</shop>").toString().getBytes(StandardCharsets.UTF_8)));
    }
}
