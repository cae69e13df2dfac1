/** Built files by their plain name: 'agent.css' → '/assets/agent-1a2b3c4d.css'. */
export type AssetUrls = Readonly<Record<string, string>>

let urls: AssetUrls = {}
let preloads: Readonly<Record<string, readonly string[]>> = {}

export function setAssets(manifest: { files: AssetUrls; islands: Readonly<Record<string, readonly string[]>> }): void {
  urls = manifest.files
  preloads = manifest.islands
}

export const assetUrl = (name: string): string => urls[name] ?? `/assets/${name}`

export const islandModules = (name: string): readonly string[] => preloads[name] ?? []
