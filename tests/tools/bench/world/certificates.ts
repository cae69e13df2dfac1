import { startEmbedded } from '#db/embedded/start.ts'
import { FILLING, openSocket, settle } from './world.ts'

const TODAY = `(now() at time zone 'Europe/London')::date`

const KEPT = [
  ['gas_safety', 12, `n % 365 - 36`, true],
  ['electrical', 60, `n % 1825 - 50`, false],
  ['epc', 120, `n % 3650 - 30`, false],
] as const

/** Gives a world on which nothing runs the certificates of so many properties: a twentieth late, a hundredth not here. */
export async function certify(dataDir: string, properties: number): Promise<void> {
  const server = await startEmbedded({ dataDir, settings: FILLING })
  const sql = openSocket(server.socketFolder)
  const [{ found }] = await sql`select count(*)::int as found from certificates`
  if (found === 0) {
    const [{ agents }] = await sql`select count(*)::int as agents from users where role = 'estate_agent'`
    for (const [kind, months, day, isRenewed] of KEPT)
      for (const years of isRenewed ? [0, 1] : [0])
        await sql.unsafe(`
          insert into certificates (id, agency_key, property_key, kind, agency, property_name, property_address, months,
            done_on, ends_on, done_by, reference, document_path, document_type, document_bytes, replaced_by, excuse)
          select ${idOf(kind, years)}, 'company ' || agent, 'place ' || n, '${kind}', 'Company ' || agent,
            (array['Rose Cottage', 'Flat', 'The Old Mill', 'Elm House'])[1 + n % 4] || ' ' || n,
            n || ' ' || (array['Mill Lane', 'High Street', 'Church Road'])[1 + n % 3] || ', Guildford GU1 1AA', ${months},
            ends - interval '${months} months', ends, (array['Carl Mason', 'Ada King', 'Mina Hart'])[1 + n / 7 % 3],
            'REF-' || lpad(n::text, 6, '0'), path, case when path is not null then 'application/pdf' end,
            case when path is not null then 80000 end, ${years ? idOf(kind, 0) : 'null'},
            case n % 100 when 7 then 'not_here' when 8 then 'elsewhere' end
          from (select n, 1 + n % ${agents} as agent, (${TODAY} + (${day}) * interval '1 day' - interval '${years} years')::date as ends,
            case when n % 10 < 7 then '/objects/' || n end as path from generate_series(1, ${properties}) n) given`)
  }
  console.log(`  ${properties} properties have their certificates`)
  await settle(server.socketFolder, sql)
  await server.stop()
}

const idOf = (kind: string, years: number): string => `md5('${kind} ${years} ' || n)::uuid`
