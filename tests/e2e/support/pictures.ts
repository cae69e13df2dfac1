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

/** A photo with more in it than the server takes: some 6 MB, of grain. */
export async function grainyPhotograph(page: Page): Promise<Picked> {
  const url = await page.evaluate(() => {
    const [width, height] = [2700, 2000]
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')!
    const picture = context.createImageData(width, height)
    const words = new Uint32Array(picture.data.buffer)
    for (let at = 0; at < words.length; at++) words[at] = 0xff000000 | (Math.random() * 0x1000000)
    context.putImageData(picture, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.95)
  })
  return { name: 'grain.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}
