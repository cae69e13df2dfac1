// The app alone, as one of several processes on one database: listens on a free port, says which, and ends with its parent.
import { app } from '#src/app.ts'
import { startNumbering } from '#src/events/numbering.ts'
import { prepareAssets } from '#src/http/first-load/assets.ts'

await prepareAssets()
app.listen({ port: 0, hostname: '127.0.0.1' })
startNumbering()
console.log(app.server?.port)
process.stdin.resume().on('end', () => process.exit())
