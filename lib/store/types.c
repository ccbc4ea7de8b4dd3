/* Media types by well-known suffix.  Does not look into files, so a file with an unknown suffix has
 * an unknown type. */
#include "store/store.h"

#define SUFFIX_MAX 9

/* Sorted, so that readers find a suffix and a test finds duplicates. */
static const struct {
	char suffix[SUFFIX_MAX];
	char type[40];
} media_types[] = {
	{ "7z", "application/x-7z-compressed" },
	{ "aac", "audio/aac" },
	{ "atom", "application/atom+xml" },
	{ "avif", "image/avif" },
	{ "bmp", "image/bmp" },
	{ "bz2", "application/x-bzip2" },
	{ "c", "text/x-c" },
	{ "css", "text/css" },
	{ "csv", "text/csv" },
	{ "dvi", "application/x-dvi" },
	{ "eml", "message/rfc822" },
	{ "eps", "application/postscript" },
	{ "epub", "application/epub+zip" },
	{ "flac", "audio/flac" },
	{ "gif", "image/gif" },
	{ "gmi", "text/gemini" },
	{ "gz", "application/gzip" },
	{ "h", "text/x-c" },
	{ "hqx", "application/mac-binhex40" },
	{ "htm", "text/html" },
	{ "html", "text/html" },
	{ "ico", "image/vnd.microsoft.icon" },
	{ "ics", "text/calendar" },
	{ "jpeg", "image/jpeg" },
	{ "jpg", "image/jpeg" },
	{ "js", "text/javascript" },
	{ "json", "application/json" },
	{ "jxl", "image/jxl" },
	{ "log", "text/plain" },
	{ "m4a", "audio/mp4" },
	{ "markdown", "text/markdown" },
	{ "mbox", "application/mbox" },
	{ "md", "text/markdown" },
	{ "mid", "audio/midi" },
	{ "mjs", "text/javascript" },
	{ "mkv", "video/matroska" },
	{ "mov", "video/quicktime" },
	{ "mp3", "audio/mpeg" },
	{ "mp4", "video/mp4" },
	{ "mpeg", "video/mpeg" },
	{ "mpg", "video/mpeg" },
	{ "odt", "application/vnd.oasis.opendocument.text" },
	{ "oga", "audio/ogg" },
	{ "ogg", "audio/ogg" },
	{ "ogv", "video/ogg" },
	{ "opus", "audio/ogg" },
	{ "pdf", "application/pdf" },
	{ "png", "image/png" },
	{ "ps", "application/postscript" },
	{ "rss", "application/rss+xml" },
	{ "rtf", "application/rtf" },
	{ "svg", "image/svg+xml" },
	{ "tar", "application/x-tar" },
	{ "tex", "text/x-tex" },
	{ "text", "text/plain" },
	{ "tgz", "application/gzip" },
	{ "tif", "image/tiff" },
	{ "tiff", "image/tiff" },
	{ "tsv", "text/tab-separated-values" },
	{ "ttf", "font/ttf" },
	{ "txt", "text/plain" },
	{ "wasm", "application/wasm" },
	{ "wav", "audio/wav" },
	{ "webm", "video/webm" },
	{ "webp", "image/webp" },
	{ "woff2", "font/woff2" },
	{ "xhtml", "application/xhtml+xml" },
	{ "xml", "application/xml" },
	{ "xz", "application/x-xz" },
	{ "yaml", "application/yaml" },
	{ "yml", "application/yaml" },
	{ "zip", "application/zip" },
	{ "zst", "application/zstd" },
};

struct everyuri_text eu_store_media_type(struct everyuri_text name)
{
	const struct everyuri_text unknown = { NULL, 0 };
	size_t dot = name.len;

	while (dot && name.data[dot - 1] != '.' && name.data[dot - 1] != '/')
		dot--;
	/* A name such as ".txt" is a hidden file without a suffix. */
	if (dot < 2 || name.data[dot - 1] != '.' || name.data[dot - 2] == '/')
		return unknown;
	for (size_t i = 0; i < sizeof media_types / sizeof *media_types; i++)
		if (eu_equals_ignoring_case(name.data + dot, name.len - dot, media_types[i].suffix))
			return (struct everyuri_text){ media_types[i].type,
				                       strlen(media_types[i].type) };
	return unknown;
}
