def run():
	pass
