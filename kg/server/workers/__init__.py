"""Worker processes: what may crash, stall or take memory runs in a process that can be killed.

`process` is a worker as the server sees it, `worker` its own side: it answers one job after the other. `pool` decides
whose job is next, and ends what takes too long. `queries` are the jobs of the SPARQL endpoint; those of pages are in
`kg.server.rendering`:

    pool = Pool(partial(rendering.opened, release.path, settings), settings)
    await pool.start()
    reply = await pool.ask({"path": "person/ada/", "parameters": {}}, client="192.0.2.1", is_page=True)
    await pool.close()

Jobs and replies are a JSON object and bytes; nothing that a worker sends is ever unpickled.
"""
