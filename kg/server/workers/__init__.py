"""Worker processes: what may crash, stall or eat memory runs in a process that can be ended.

`process`, `pool` and `serving` are the machinery, `lanes` asks untrusted SPARQL on top of it. An entry
module is what a worker runs. It is started once and forks the workers, each of which opens what it needs and then
answers jobs until its parent goes away:

    # kg/server/rendering.py
    def main(path: str) -> None:
        serve(lambda: handler(open_release(Path(path))), CLOSED)   # handler(release)(header, body): header and body

    if __name__ == "__main__":
        main(*sys.argv[1:])

and its parent asks it, on an event loop:

    pool = Pool(WorkerCommand("kg.server.rendering", (str(release.path),)), size=1, spares=0)
    await pool.start()
    reply = await pool.ask({"view": "person"}, deadline=10.0)   # reply.header, reply.body
    await pool.close()

Jobs and replies are a JSON object and bytes; nothing that a worker sends is ever unpickled.
"""
