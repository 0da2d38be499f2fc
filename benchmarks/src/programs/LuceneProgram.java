/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene with an index in memory, and its writer and reader. */
public final class LuceneProgram {
    private LuceneProgram() {}

    public static Object run() throws Exception {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
        for (int i = 0; i < 60_000 * Held.SIZE; i++) {
            Document document = new Document();
            document.add(new TextField("text", "word" + i % 977 + " word" + i % 31 + " and some more number " + i, Field.Store.YES));
            writer.addDocument(document);
        }
        writer.commit();
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(writer));
        for (int i = 0; i < 500; i++) {
            searcher.search(new TermQuery(new Term("text", "word" + i)), 10);
        }
        return new Object[] {writer, searcher};
    }
}
