-- everyuri--1.0.sql - the type uri, and functions that read texts by any standard.
\echo Use "CREATE EXTENSION everyuri" to load this file. \quit

-- ---- the type ---------------------------------------------------------------

CREATE TYPE uri;
CREATE FUNCTION uri_in(cstring) RETURNS uri AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_out(uri) RETURNS cstring AS 'textout' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_recv(internal) RETURNS uri AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_send(uri) RETURNS bytea AS 'textsend' LANGUAGE internal STABLE STRICT PARALLEL SAFE;
CREATE TYPE uri (INPUT = uri_in, OUTPUT = uri_out, RECEIVE = uri_recv, SEND = uri_send, LIKE = text);
COMMENT ON TYPE uri IS 'a URI by RFC 3986, byte for byte as it was given';

CREATE FUNCTION uri(text) RETURNS uri AS 'MODULE_PATHNAME', 'uri_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (text AS uri) WITH FUNCTION uri(text) AS ASSIGNMENT;
CREATE CAST (varchar AS uri) WITH FUNCTION uri(text) AS ASSIGNMENT;
CREATE CAST (uri AS text) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (uri AS varchar) WITHOUT FUNCTION AS ASSIGNMENT;

-- ---- order: by bytes, as bytea; so sorting has its short keys ------------------

CREATE FUNCTION uri_eq(uri, uri) RETURNS boolean AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_ne(uri, uri) RETURNS boolean AS 'byteane' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_lt(uri, uri) RETURNS boolean AS 'bytealt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_le(uri, uri) RETURNS boolean AS 'byteale' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_gt(uri, uri) RETURNS boolean AS 'byteagt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_ge(uri, uri) RETURNS boolean AS 'byteage' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_cmp(uri, uri) RETURNS integer AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION uri_sortsupport(internal) RETURNS void AS 'bytea_sortsupport' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_hash(uri) RETURNS integer AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_hash_extended(uri, bigint) RETURNS bigint AS 'hashvarlenaextended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR = (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_eq, COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_ne, COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_lt, COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_le, COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR > (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_gt, COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR >= (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_ge, COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);

CREATE OPERATOR CLASS uri_ops DEFAULT FOR TYPE uri USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 uri_cmp(uri, uri), FUNCTION 2 uri_sortsupport(internal);
CREATE OPERATOR CLASS uri_ops DEFAULT FOR TYPE uri USING hash AS
	OPERATOR 1 =, FUNCTION 1 uri_hash(uri), FUNCTION 2 uri_hash_extended(uri, bigint);

-- ---- parts of a uri --------------------------------------------------------------

CREATE FUNCTION uri_scheme(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_user(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_password(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_host(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_path(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_query(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_fragment(uri) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_port(uri) RETURNS integer AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- ---- any text, or bytes, by any standard --------------------------------------------
-- Not strict: an argument behind the first that is NULL is the default.

CREATE FUNCTION uri_valid(input text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_error(input text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_error_at(input text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_part(input text, part text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_normalize(input text, standard text DEFAULT 'rfc3986', level text DEFAULT 'syntax') RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_same(a text, b text, standard text DEFAULT 'rfc3986', level text DEFAULT 'syntax') RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_resolve(reference text, base text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_relate(input text, base text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_parts(input text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL, OUT name text, OUT value text) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION uri_valid(input bytea, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_error(input bytea, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_error_at(input bytea, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_part(input bytea, part text, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_normalize(input bytea, standard text DEFAULT 'rfc3986', level text DEFAULT 'syntax') RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_same(a bytea, b bytea, standard text DEFAULT 'rfc3986', level text DEFAULT 'syntax') RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_resolve(reference bytea, base bytea, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_relate(input bytea, base bytea, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_parts(input bytea, standard text DEFAULT 'rfc3986', flags text DEFAULT NULL, OUT name text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION uri_key(input text, profile text DEFAULT 'surt') RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_pairs(input text, standard text DEFAULT 'rfc3986', OUT name text, OUT value text) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION uri_version() RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
