-- What has all words of a text, or else most of them, the best first. Servers and browsers ask an index this.
--
-- :begun, :whole     FTS5 expressions: the words are in the names, as beginnings of words, or as whole words
-- :known, :fully     the same, anywhere: in the names or in what a thing is known by
-- :words             a JSON list of [expression, whether it was typed so], if most of the words are enough; else empty
-- :keys, :kinds      JSON lists: the keys of the text as a name; the kinds wanted, empty for all
-- :members, :others  the last number of a person with a profile, and of a thing that is no source
-- :most, :enough     how many to find; how many names make a look at what is known by the words unnecessary
WITH
  begun AS (SELECT rowid AS id FROM names WHERE names MATCH :begun ORDER BY rowid LIMIT :most),
  whole AS (SELECT rowid AS id FROM names WHERE names MATCH :whole ORDER BY rowid LIMIT :most),
  called AS (
    SELECT DISTINCT entry AS id, entry.kind FROM exact JOIN entry ON entry.id = exact.entry
    WHERE key IN (SELECT value FROM json_each(:keys))
      AND (:kinds = '[]' OR entry.kind IN (SELECT value FROM json_each(:kinds)))
  ),
  known AS (
    SELECT rowid AS id FROM names WHERE names MATCH :known ORDER BY rowid
    LIMIT :most * ((SELECT count(*) FROM begun) < :enough)
  ),
  fully AS (
    SELECT rowid AS id FROM names WHERE names MATCH :fully ORDER BY rowid
    LIMIT :most * ((SELECT count(*) FROM begun) < :enough)
  ),
  one_word (id, is_typed, rarity) AS (
    SELECT thing.value, json_extract(word.value, '$[1]'),
      ln((:others + 1.0) / count(*) OVER (PARTITION BY word.key))
    FROM json_each(:words) AS word, json_each((
      SELECT json_group_array(id) FROM (
        SELECT rowid AS id FROM names WHERE names MATCH json_extract(word.value, '$[0]') ORDER BY rowid LIMIT 2000
      )
    )) AS thing
  ),
  partly (id, place) AS (
    SELECT id, row_number() OVER (ORDER BY count(*) DESC, sum(is_typed) DESC, sum(rarity) DESC, id) FROM one_word
    GROUP BY id HAVING count(*) * 2 >= json_array_length(:words) AND json_array_length(:words) > 1
  ),
  ranked (id, tier) AS (
    SELECT id, 0 FROM begun JOIN called USING (id) WHERE id <= :members
    UNION ALL SELECT id, 1 FROM begun JOIN whole USING (id) WHERE id <= :members
    UNION ALL SELECT id, 2 FROM called WHERE kind <> 'person'
    UNION ALL SELECT id, 3 FROM begun WHERE id <= :members
    UNION ALL SELECT id, 4 FROM called
    UNION ALL SELECT id, 5 FROM whole
    UNION ALL SELECT id, 6 FROM begun
    -- Works are found by their authors, members by their awards; who types a name and a word wants the works.
    UNION ALL SELECT id, 7 + (id <= :members) FROM fully
    UNION ALL SELECT id, 9 + (id <= :members) FROM known
    UNION ALL SELECT id, 10 + place FROM partly
  )
SELECT id, min(tier) <= 6 AS is_named FROM ranked JOIN entry USING (id) GROUP BY id ORDER BY id > :others, min(tier), id LIMIT :most
