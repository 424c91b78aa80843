// Files of the site that tell of many things each: all those of a kind whose names begin alike (see kg/publish/shards.py).

/**
 * Return the name of the file that tells of a thing, without suffix; null where there is none.
 * @param {string} local kind and slug of the thing, such as `work/on-looms`
 * @param {Object<string, string[]>} shards the beginnings of names by kind, sorted
 */
export function shardOf(local, shards) {
  const [kind, slug] = local.split("/", 2);
  const prefix = shards[kind]?.findLast((each) => each <= slug);
  return prefix === undefined ? null : prefix ? `${kind}-${prefix}` : kind;
}
