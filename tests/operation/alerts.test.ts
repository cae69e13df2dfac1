import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { YAML } from 'bun'
import { figures } from '#src/operation/registry.ts'
import { ROOT } from '#tests/support/root.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }
const FILE = join(ROOT, 'ops/alerts.yml')
const { groups } = YAML.parse(await Bun.file(FILE).text()) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

test('each alert of ops/alerts.yml says what is wrong, how urgent it is and what to do', () => {
  expect(rules.length).toBeGreaterThan(10)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(`${alert} ${labels.severity}`).toMatch(/ (page|ticket)$/)
    expect(annotations.summary!.length).toBeGreaterThan(20)
    expect(annotations.action!.length).toBeGreaterThan(40)
  }
})

test('the alerts read metrics that Fettle has, with labels and values that it gives', async () => {
  // A request and a list from a replica make their series.
  const text = await figures()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) => [name!, `${name} ${type}`]),
  )
  for (const { alert, expr } of rules) {
    const names = [...expr.matchAll(/\b((?:fettle|process)_\w+)/g)].map(([, name]) => name!.replace(/_bucket$/, ''))
    expect({ alert, unknown: names.filter((name) => !known.has(name)) }).toEqual({ alert, unknown: [] })
  }
  for (const kind of ['database', 'storage', 'mail', 'identity', 'unexpected'])
    expect(text).toContain(`fettle_failures_total{kind="${kind}"}`)
  for (const server of ['replica', 'primary'])
    expect(text).toContain(`fettle_database_list_reads_total{server="${server}"}`)
})

const promtool = Bun.which('promtool')
test.skipIf(!promtool)('Prometheus takes the rules, and they fire as they say', async () => {
  const file = join(import.meta.dir, 'alerts.promtool.yml')
  for (const command of [
    ['check', 'rules', FILE],
    ['test', 'rules', file],
  ]) {
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, ...command])
    expect({ command, exitCode, said: exitCode ? `${stdout}${stderr}` : '' }).toEqual({
      command,
      exitCode: 0,
      said: '',
    })
  }
})
