import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

// Certificates as an operator's own authority signs them, made afresh by openssl.

export interface Authority {
  /** Path of the authority's certificate, PEM. */
  ca: string
  /** Signs a certificate for these host names and addresses. Returns the paths of its PEM files, key readable by its owner. */
  sign(names: string[]): Promise<{ cert: string; key: string }>
}

async function openssl(...args: string[]): Promise<void> {
  const child = Bun.spawn(['openssl', ...args], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const [complaint, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`openssl ${args[0]}: ${complaint}`)
}

/** A certificate authority of a test's own, in `folder` (made when missing). */
export async function makeAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true })
  const ca = join(folder, 'ca.pem')
  const caKey = join(folder, 'ca.key')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await openssl('req', '-x509', ...key, '-keyout', caKey, '-out', ca, '-days', '2', '-subj', '/CN=Test authority')
  let signed = 0
  return {
    ca,
    sign: async (names) => {
      const base = join(folder, `server${++signed}`)
      const alternatives = names.map((name) => (/^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',')
      await openssl(
        ...['req', '-x509', ...key, '-keyout', `${base}.key`, '-out', `${base}.pem`, '-days', '2'],
        ...['-subj', `/CN=${names[0]}`, '-CA', ca, '-CAkey', caKey],
        ...['-addext', `subjectAltName=${alternatives}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
      )
      await chmod(`${base}.key`, 0o600)
      return { cert: `${base}.pem`, key: `${base}.key` }
    },
  }
}
