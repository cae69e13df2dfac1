/** The built files by their plain name: 'app.css' → '/assets/app-1a2b3c4d.css'. */
export type AssetUrls = Readonly<Record<string, string>>

let urls: AssetUrls = {}
let preloads: Readonly<Record<string, readonly string[]>> = {}

/**
 * Tells the views where the built files are. Called once at start, with the manifest of the build:
 * `files` by plain name, `islands` as the module URLs that one island needs, by the island's name.
 */
export function setAssets(manifest: { files: AssetUrls; islands: Readonly<Record<string, readonly string[]>> }): void {
  urls = manifest.files
  preloads = manifest.islands
}

/** The URL of a built file by its plain name. Before `setAssets` it is the name under /assets/. */
export const assetUrl = (name: string): string => urls[name] ?? `/assets/${name}`

/** The modules that a page with this island should start to load at once. */
export const islandModules = (name: string): readonly string[] => preloads[name] ?? []
