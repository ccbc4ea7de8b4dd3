/* Peer.java - one text a line in, what java.net.URI makes of it out, as tab-separated fields. */
import java.io.*;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

public final class Peer {
	private static String field(String value) {
		return value == null ? "\\N" : value;
	}

	private static String read(String text) {
		try {
			URI uri = new URI(text);
			String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();

			return String.join("\t", "valid", field(uri.getScheme()), field(uri.getRawAuthority()),
				field(uri.getRawUserInfo()), field(uri.getHost()), Integer.toString(uri.getPort()),
				field(path), field(uri.getRawQuery()), field(uri.getRawFragment()));
		} catch (URISyntaxException e) {
			return "invalid\t" + e.getIndex();
		}
	}

	public static void main(String[] arguments) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		PrintWriter out = new PrintWriter(new BufferedWriter(
			new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));

		for (String line; (line = in.readLine()) != null; )
			out.print(read(line) + "\n");
		out.flush();
	}
}
