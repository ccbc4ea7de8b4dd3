-- everyuri--1.0--1.1.sql - what 1.1 adds: URIs in running text, the least and the greatest.
\echo Use "ALTER EXTENSION everyuri UPDATE" to load this file. \quit

CREATE FUNCTION uri_find(input text, OUT form text, OUT uri text, OUT "offset" bigint) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION uri_smaller(a uri, b uri) RETURNS uri AS $$ SELECT CASE WHEN a <= b THEN a ELSE b END $$ LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_larger(a uri, b uri) RETURNS uri AS $$ SELECT CASE WHEN a >= b THEN a ELSE b END $$ LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE min(uri) (SFUNC = uri_smaller, STYPE = uri, SORTOP = <, COMBINEFUNC = uri_smaller, PARALLEL = SAFE);
CREATE AGGREGATE max(uri) (SFUNC = uri_larger, STYPE = uri, SORTOP = >, COMBINEFUNC = uri_larger, PARALLEL = SAFE);
