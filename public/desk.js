import './js/copy.js'
import './js/showing.js'
import './js/unseen.js'
