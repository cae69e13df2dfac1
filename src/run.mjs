// Starts Bun from node_modules without needing its npm install script: npm may block install scripts,
// and then node_modules/.bin/bun is only a stub, while the real program lies in the platform's package. Where the script
// has run, the program is in Bun's own package, and the platform's may be gone.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function findBun() {
  if (process.versions.bun) return process.execPath
  const scope = join(root, 'node_modules', '@oven')
  if (existsSync(scope)) {
    // The plain build before the ones for old processors (baseline) and other C libraries (musl).
    for (const name of readdirSync(scope).sort((a, b) => a.length - b.length)) {
      for (const file of ['bun', 'bun.exe']) {
        const path = join(scope, name, 'bin', file)
        if (existsSync(path)) return path
      }
    }
  }
  const own = join(root, 'node_modules/bun/bin/bun.exe')
  // The stub has a few hundred bytes.
  if (existsSync(own) && statSync(own).size > 1_000_000) return own
  console.error('Bun is missing. Run "npm install" first.')
  process.exit(1)
}

const child = spawn(findBun(), process.argv.slice(2), { stdio: 'inherit', cwd: root })
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

let asked = false
function ask(signal) {
  asked = true
  child.kill(signal)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, ask)

// npm hands on SIGTERM and SIGINT alone, and dies of the others without a word. A server that was asked already would take
// another signal for the second, which ends it at once.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent && !asked) ask('SIGTERM')
  }, 500)
}
