type Named = readonly [sign: RegExp, name: string]

// In this order: most browsers also name those that they are made of.
const BROWSERS: readonly Named[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly Named[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** 'Chrome on Windows', of what a browser says of itself. */
export function deviceWords(userAgent: string | null): string {
  const named = (names: readonly Named[]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return system ? `A browser on ${system}` : 'A program'
}

export type OpenSession = { id: string; device: string; firstAt: Date; lastAt: Date; isThis: boolean }

export const OTHER_SESSIONS = 'others'
