import './js/phone/line.js'
import './js/phone/worker.js'
