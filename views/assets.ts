/** Built files by their plain name: 'agent.css' → '/assets/agent-1a2b3c4d.css'. */
type AssetUrls = Readonly<Record<string, string>>

let urls: AssetUrls = {}

export function setAssets(all: AssetUrls): void {
  urls = all
}

export const assetUrl = (name: string): string => urls[name] ?? `/assets/${name}`

/** What an island needs besides island.js, which would ask for it a way later. */
export const islandModules = (name: string): readonly string[] => [assetUrl('react.js'), assetUrl(`${name}.js`)]

/** Nothing where it is switched off. */
export const knownUrl = (name: string): string | undefined => urls[name]
