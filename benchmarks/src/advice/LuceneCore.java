/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.file.Files;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/**
 * The core of a search server: documents of Lucene are replaced and searched in an index of 50,000
 * on disk.
 */
public final class LuceneCore {
    private static final Random RANDOM = new Random(1);

    private LuceneCore() {}

    public static void main(String[] args) throws Exception {
        IndexWriter writer = new IndexWriter(FSDirectory.open(Files.createTempDirectory("index")), new IndexWriterConfig().setRAMBufferSizeMB(16));
        SearcherManager searchers = new SearcherManager(writer, null);
        Load.run(1, Double.parseDouble(args[0]), () -> {
            int id = RANDOM.nextInt(50_000);
            Document document = new Document();
            document.add(new StringField("id", "" + id, Field.Store.YES));
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                text.append("word").append(RANDOM.nextInt(20_000)).append(' ');
            }
            document.add(new TextField("text", text.toString(), Field.Store.YES));
            writer.updateDocument(new Term("id", "" + id), document);
            if (id % 50 == 0) {
                searchers.maybeRefresh();
            }
            IndexSearcher searcher = searchers.acquire();
            try {
                return searcher.search(new TermQuery(new Term("text", "word" + RANDOM.nextInt(20_000))), 10).totalHits;
            } finally {
                searchers.release(searcher);
            }
        });
    }
}
