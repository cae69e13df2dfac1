import type { Page } from '@playwright/test'

export type Picked = { name: string; mimeType: string; buffer: Buffer }

/** Photos as a phone takes them, `width` × `height`, each of another colour, made by the page's own browser. */
export async function photographs(page: Page, count: number, width = 3000, height = 2250): Promise<Picked[]> {
  const urls = await page.evaluate(
    ([count, width, height]) =>
      Array.from({ length: count! }, (_, index) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')!
        for (let y = 0; y < height!; y += 25) {
          for (let x = 0; x < width!; x += 25) {
            context.fillStyle = `hsl(${index * 70 + ((x * 7 + y * 3) % 40)} 60% ${30 + ((x * y) % 40)}%)`
            context.fillRect(x, y, 25, 25)
          }
        }
        return canvas.toDataURL('image/jpeg', 0.95)
      }),
    [count, width, height],
  )
  return urls.map((url, index) => ({
    name: `photo-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(url.split(',')[1]!, 'base64'),
  }))
}
