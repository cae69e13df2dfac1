// Starts Bun although npm may block its install script: then node_modules/.bin/bun is a stub, and the program lies in
// the platform's package. Where the script has run it lies in Bun's own package.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function findBun() {
  if (process.versions.bun) return process.execPath
  const scope = join(root, 'node_modules', '@oven')
  if (existsSync(scope)) {
    // The shortest name first: the plain build, before those for old processors (baseline) and musl.
    for (const name of readdirSync(scope).sort((a, b) => a.length - b.length)) {
      for (const file of ['bun', 'bun.exe']) {
        const path = join(scope, name, 'bin', file)
        if (existsSync(path)) return path
      }
    }
  }
  const own = join(root, 'node_modules/bun/bin/bun.exe')
  // The stub has some hundred bytes.
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

// npm passes on SIGTERM and SIGINT only, and dies of others silently. Not after a signal: a second one would end the
// server at once.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent && !asked) ask('SIGTERM')
  }, 500)
}
