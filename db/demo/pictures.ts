import { deflateSync } from 'node:zlib'

const WIDTH = 640
const HEIGHT = 480

export type Motif = 'wall' | 'roof' | 'pipe' | 'radiator' | 'tiles' | 'window' | 'lamp'

type Colour = [number, number, number]

class Canvas {
  readonly pixels = new Uint8Array(WIDTH * HEIGHT * 3)

  fill(colour: (x: number, y: number) => Colour): void {
    for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) this.pixels.set(colour(x, y), (y * WIDTH + x) * 3)
  }

  rectangle(left: number, top: number, width: number, height: number, [r, g, b]: Colour): void {
    for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y++) {
      for (let x = Math.max(0, left); x < Math.min(WIDTH, left + width); x++) {
        const light = 1.12 - 0.35 * Math.abs((x - left) / width - 0.5)
        this.pixels.set([r * light, g * light, b * light].map(toByte), (y * WIDTH + x) * 3)
      }
    }
  }

  disc(centreX: number, centreY: number, radius: number, [r, g, b]: Colour, opacity = 1): void {
    for (let y = Math.max(0, centreY - radius); y < Math.min(HEIGHT, centreY + radius); y++) {
      for (let x = Math.max(0, centreX - radius); x < Math.min(WIDTH, centreX + radius); x++) {
        const distance = Math.hypot(x - centreX, y - centreY) / radius
        if (distance > 1) continue
        const at = (y * WIDTH + x) * 3
        const weight = opacity * (opacity === 1 ? 1 : 1 - distance)
        for (const [i, part] of [r, g, b].entries())
          this.pixels[at + i] = toByte(this.pixels[at + i]! * (1 - weight) + part * weight)
      }
    }
  }
}

const toByte = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
const grain = (x: number, y: number) => ((Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453) % 1) * 9

const plaster = (canvas: Canvas) =>
  canvas.fill((x, y) => {
    const light = 214 - y / 9 + grain(x, y)
    return [toByte(light), toByte(light - 6), toByte(light - 18)]
  })

const draw: Record<Motif, (canvas: Canvas) => void> = {
  wall: (canvas) => {
    plaster(canvas)
    for (let i = 0; i < 7; i++) canvas.disc(180 + i * 46, 150 + ((i * 53) % 90), 90 + i * 9, [128, 104, 72], 0.45)
    canvas.rectangle(0, 430, WIDTH, 50, [236, 232, 222])
  },
  roof: (canvas) => {
    canvas.fill((_x, y) => (y < 120 ? [150 + y / 3, 178 + y / 4, 214] : [86, 92, 104]))
    for (let row = 0; row < 9; row++) {
      for (let column = -1; column < 11; column++) {
        if (row === 4 && column === 5) continue // the slate that slipped
        const shade = 78 + ((row * 7 + column * 13) % 23)
        canvas.rectangle(column * 66 + (row % 2) * 33 + 2, 122 + row * 42, 62, 39, [shade, shade + 6, shade + 16])
      }
    }
    canvas.rectangle(372, 300, 62, 39, [112, 84, 60])
  },
  pipe: (canvas) => {
    plaster(canvas)
    canvas.rectangle(280, 0, 46, 300, [176, 108, 66])
    canvas.rectangle(280, 270, 260, 44, [176, 108, 66])
    canvas.rectangle(268, 255, 72, 72, [150, 150, 156])
    for (let i = 0; i < 5; i++) canvas.disc(304, 350 + i * 26, 9 - i, [120, 160, 190])
    canvas.disc(304, 474, 70, [110, 130, 140], 0.5)
  },
  radiator: (canvas) => {
    plaster(canvas)
    for (let i = 0; i < 12; i++) canvas.rectangle(90 + i * 39, 150, 34, 230, [228, 230, 228])
    canvas.rectangle(70, 330, 30, 80, [186, 122, 74])
    canvas.disc(85, 330, 24, [236, 236, 236])
  },
  tiles: (canvas) => {
    canvas.fill((x, y) => [150 + grain(x, y), 146, 138].map(toByte) as Colour)
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 8; column++) {
        if ((row === 2 && column === 4) || (row === 3 && column === 4)) continue // the tiles that fell
        canvas.rectangle(column * 82 + 4, row * 82 + 4, 76, 76, [206, 222, 222])
      }
    }
  },
  window: (canvas) => {
    plaster(canvas)
    canvas.rectangle(170, 50, 300, 380, [244, 244, 240])
    canvas.rectangle(190, 70, 260, 160, [150, 190, 216])
    canvas.rectangle(190, 262, 260, 150, [138, 178, 206])
    canvas.rectangle(180, 234, 280, 26, [250, 250, 246])
  },
  lamp: (canvas) => {
    canvas.fill((x, y) => [40 + grain(x, y), 44, 58].map(toByte) as Colour)
    canvas.disc(320, 200, 190, [250, 214, 130], 0.55)
    canvas.rectangle(296, 60, 48, 70, [70, 70, 74])
    canvas.disc(320, 180, 58, [255, 240, 196])
  },
}

export function picture(motif: Motif): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas()
  draw[motif](canvas)
  return png(canvas.pixels)
}

function png(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(HEIGHT * (WIDTH * 3 + 1))
  for (let y = 0; y < HEIGHT; y++)
    rows.set(pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3), y * (WIDTH * 3 + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2], 8) // eight bits a channel, red green blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 1 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(typed, 4)
  framed.writeUInt32BE(Bun.hash.crc32(typed), typed.length + 4)
  return framed
}
