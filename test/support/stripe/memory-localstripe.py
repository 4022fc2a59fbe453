# localstripe with its state in memory alone. By itself it writes it to one file for the whole machine, /tmp/localstripe.pickle, which another
# user's run could not write.
from localstripe import resources, server

resources.Store.dump_to_disk = lambda store: None
server.start()
