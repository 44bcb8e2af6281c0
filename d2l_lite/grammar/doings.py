"""Verb phrases by kind: ``play | football = jouer | au football``. "se" before a French verb makes it reflexive; a
final ``!`` keeps its participle unchanged (elle s'est lavé les mains) or gives it avoir (elle a sorti les
poubelles). ``<my>``, ``<some>``, ``<mon>``, ``<du>`` … are the marks that `phrases` explains."""

ACTIVITY_TEXT = """
[sport] play | football = jouer | au football; play | tennis = jouer | au tennis; play | basketball = jouer | au
basket; play | rugby = jouer | au rugby; play | chess = jouer | aux échecs; play | cards = jouer | aux cartes; play |
video games = jouer | aux jeux vidéo; play | volleyball = jouer | au volley; play | table tennis = jouer | au
ping-pong; do | yoga = faire | <du> yoga; do | gymnastics = faire | <de la> gymnastique; do | judo = faire | <du>
judo; go | skiing = faire | <du> ski; go | sailing = faire | <de la> voile; go | climbing = faire | <de l'> escalade;
swim | in the lake = nager | dans le lac; swim | in the sea = nager | dans la mer; run | in the park = courir | dans
le parc; run | in the forest = courir | dans la forêt; go | cycling = faire | <du> vélo; walk | in the mountains =
marcher | en montagne; walk | in the forest = marcher | dans la forêt; go | to the gym = aller | à la salle de sport;
go | to the swimming pool = aller | à la piscine
[leisure] listen | to music = écouter | <de la> musique; listen | to the radio = écouter | la radio; watch |
television = regarder | la télévision; watch | films = regarder | <des> films; read | novels = lire | <des> romans;
read | the newspaper = lire | le journal; read | in bed = lire | au lit; play | the piano = jouer | du piano; play |
the guitar = jouer | de la guitare; play | the violin = jouer | du violon; play | the flute = jouer | de la
flûte; sing | in the shower = chanter | sous la douche; dance | with <my> friends = danser | avec <mes> amis; draw |
animals = dessiner | <des> animaux; paint | landscapes = peindre | <des> paysages; take | photos = prendre | <des>
photos; go | to the cinema = aller | au cinéma; go | to the theatre = aller | au théâtre; go | to the museum = aller |
au musée; go | to the beach = aller | à la plage; go | to the library = aller | à la bibliothèque; go | to the park =
aller | au parc; go | to the market = aller | au marché; go | to the restaurant = aller | au restaurant; go out | with
<my> friends = sortir | avec <mes> amis; stay | at home = rester | à la maison; walk | <my> dog = promener | <mon>
chien; go | for a walk by the river = se promener | au bord de la rivière; go | for a walk in the park = se promener |
dans le parc; travel | by train = voyager | en train; visit | museums = visiter | <des> musées; visit | <my>
grandparents = rendre visite | à <mes> grands-parents; go | fishing = aller | à la pêche; go | camping = faire | <du>
camping; rest | in the garden = se reposer | dans le jardin; rest | on the sofa = se reposer | sur le canapé; look |
at the stars = regarder | les étoiles; tell | stories = raconter | <des> histoires; chat | with the neighbours =
bavarder | avec les voisins; have | fun = s'amuser |; write | poems = écrire | <des> poèmes; invite | <some> friends =
inviter | <des> amis; sleep | in a tent = dormir | sous la tente; go | to the swimming pool = aller | à la piscine;
have | dinner at a restaurant = dîner | au restaurant; play | with the cat = jouer | avec le chat
[home] do | the dishes = faire | la vaisselle; do | the housework = faire | le ménage; do | the shopping = faire | les
courses; do | the laundry = faire | la lessive; do | the ironing = faire | le repassage; make | dinner = préparer | le
dîner; make | breakfast = préparer | le petit déjeuner; make | cakes = faire | <des> gâteaux; make | soup = faire | <de
la> soupe; make | coffee = faire | <du> café; make | <my> bed = faire | <mon> lit; tidy | <my> room = ranger | <ma>
chambre; tidy | the kitchen = ranger | la cuisine; clean | the house = nettoyer | la maison; clean | the bathroom =
nettoyer | la salle de bains; wash | the car = laver | la voiture; wash | the windows = laver | les vitres; water |
the flowers = arroser | les fleurs; water | the plants = arroser | les plantes; work | in the garden = travailler |
dans le jardin; mow | the lawn = tondre | la pelouse; feed | the cat = nourrir | le chat; feed | the birds = nourrir |
les oiseaux; set | the table = mettre | la table; clear | the table = débarrasser | la table; take | the bins out =
sortir | les poubelles!; cook | for <my> friends = cuisiner | pour <mes> amis; wash | <my> hands = se laver | les
mains!; brush | <my> teeth = se brosser | les dents!; look | after <my> little brother = s'occuper | de <mon> petit
frère; look | after the children = s'occuper | des enfants; have | a shower = prendre | <une> douche; have | a bath =
prendre | <un> bain; have | breakfast = prendre | <mon> petit déjeuner; have | lunch at home = déjeuner | à la maison;
have | dinner at home = dîner | à la maison
[work] work | in an office = travailler | dans un bureau; work | at home = travailler | à la maison; work | on
Saturdays = travailler | le samedi; go | to work by bike = aller | au travail à vélo; go | to school on foot = aller |
à l'école à pied; take | the bus = prendre | le bus; take | the train = prendre | le train; take | the underground =
prendre | le métro; do | <my> homework = faire | <mes> devoirs; learn | new words = apprendre | de nouveaux mots;
write | emails = écrire | <des> courriels; answer | the phone = répondre | au téléphone; help | <my> parents = aider |
<mes> parents; help | <my> colleagues = aider | <mes> collègues; call | <my> mother = appeler | <ma> mère; call | <my>
grandmother = appeler | <ma> grand-mère; talk | to <my> boss = parler | à <mon> patron; ask | questions = poser |
<des> questions; study | in the library = étudier | à la bibliothèque; study | for the exam = réviser | pour l'examen;
arrive | on time = arriver | à l'heure; arrive | late = arriver | en retard; come | home late = rentrer | tard; come |
home at six o'clock = rentrer | à six heures; leave | the house early = partir | tôt de la maison; finish | work late
= finir | le travail tard; have | lunch with <my> colleagues = déjeuner | avec <mes> collègues; speak | English at
work = parler | anglais au travail; travel | for work = voyager | pour le travail; work | with <my> brother =
travailler | avec <mon> frère; work | at night = travailler | la nuit; drive | to work = aller | au travail en voiture
[event] buy | a new car = acheter | <une> nouvelle voiture; buy | a house = acheter | <une> maison; sell | <my> car =
vendre | <ma> voiture; sell | <my> bike = vendre | <mon> vélo; find | a job = trouver | <un> travail; lose | <my> keys
= perdre | <mes> clés; lose | <my> wallet = perdre | <mon> portefeuille; lose | <my> phone = perdre | <mon> téléphone;
forget | <my> umbrella = oublier | <mon> parapluie; forget | <my> bag = oublier | <mon> sac; miss | the bus = rater |
le bus; miss | the train = rater | le train; win | the match = gagner | le match; win | first prize = gagner | le
premier prix; pass | the exam = réussir | l'examen; fail | the exam = rater | l'examen; repair | the roof = réparer |
le toit; repair | <my> bike = réparer | <mon> vélo; break | a glass = casser | <un> verre; break | a plate = casser |
<une> assiette; break | <my> arm = se casser | le bras!; break | <my> leg = se casser | la jambe!; change | jobs =
changer | de travail; move | to Lyon = déménager | à Lyon; move | to Paris = déménager | à Paris; meet | the new
teacher = rencontrer | le nouveau professeur; meet | the neighbours = rencontrer | les voisins; see | a good film =
voir | <un> bon film; receive | a letter = recevoir | <une> lettre; receive | a parcel = recevoir | <un> colis; send |
a postcard = envoyer | <une> carte postale; write | a letter = écrire | <une> lettre; book | a room = réserver | <une>
chambre; book | a table = réserver | <une> table; go | to the hairdresser's = aller | chez le coiffeur; go | to the
dentist's = aller | chez le dentiste; go | to the doctor's = aller | chez le médecin; leave | for Italy = partir |
pour l'Italie; leave | for Spain = partir | pour l'Espagne; come | back from London = revenir | de Londres; come |
home by taxi = rentrer | en taxi; go | back to school = retourner | à l'école; cook | a fish = préparer | <un>
poisson; plant | a tree = planter | <un> arbre; plant | tomatoes = planter | <des> tomates; paint | the kitchen =
peindre | la cuisine; paint | the bedroom = peindre | la chambre; start | a new job = commencer | <un> nouveau
travail; finish | the book = finir | le livre; choose | a present = choisir | <un> cadeau; take | the lift = prendre |
l'ascenseur; open | a shop = ouvrir | <un> magasin; sign | the contract = signer | le contrat; borrow | <some> money =
emprunter | <de l'> argent; pay | the bill = payer | l'addition; wait | for the bus = attendre | le bus; wait | for
<my> sister = attendre | <ma> sœur; hear | a strange noise = entendre | <un>
bruit étrange; visit | the castle = visiter | le château; fall | off <my> bike = tomber | de vélo; fall | down the
stairs = tomber | dans l'escalier; climb | to the top of the tower = monter | en haut de la tour; go | to a concert =
aller | à un concert; get | lost in the forest = se perdre | dans la forêt; stop | in front of the shop = s'arrêter |
devant le magasin; fall | asleep on the sofa = s'endormir | sur le canapé; buy | <some> bread = acheter | <du> pain;
buy | <some> flowers = acheter | <des> fleurs; catch | a fish = attraper | <un> poisson; catch | a cold = attraper |
<un> rhume; cancel | the meeting = annuler | la réunion; pack | <my> suitcase = faire | <ma> valise; tell | the truth
= dire | la vérité; tell | a joke = raconter | <une> blague; make | a mistake = faire | <une> erreur; build | a shed =
construire | <une> cabane; organise | a party = organiser | <une> fête; call | a taxi = appeler | <un> taxi; call |
the doctor = appeler | le médecin; stay | in bed = rester | au lit; adopt | a cat = adopter | <un> chat; follow | the
recipe = suivre | la recette; move | the sofa = déplacer | le canapé; rent | a car = louer | <une> voiture; taste |
the soup = goûter | la soupe; burn | the toast = brûler | le pain grillé
[day] get up | early = se lever | tôt; get up | late = se lever | tard; get up | at seven o'clock = se lever | à sept
heures; go | to bed early = se coucher | tôt; go | to bed late = se coucher | tard; go | to bed at ten o'clock = se
coucher | à dix heures; wake up | at six o'clock = se réveiller | à six heures; have | breakfast at eight o'clock =
prendre | <mon> petit déjeuner à huit heures; have | dinner at eight o'clock = dîner | à huit heures
[hobby] collect | stamps = collectionner | les timbres; sing | in a choir = chanter | dans une chorale; learn |
Spanish = apprendre | l'espagnol; learn | to drive = apprendre | à conduire; learn | to swim = apprendre | à nager;
study | law = étudier | le droit; make | furniture = fabriquer | <des> meubles; keep | bees = élever | <des> abeilles
[ongoing] watch | a film = regarder | <un> film; watch | television = regarder | la télévision; read | a book = lire |
<un> livre; read | the newspaper = lire | le journal; listen | to music = écouter | <de la> musique; listen | to the
radio = écouter | la radio; have | a shower = prendre | <une> douche; have | a bath = prendre | <un> bain; have |
breakfast = prendre | <mon> petit déjeuner; make | dinner = préparer | le dîner; make | a cake = faire | <un> gâteau;
do | the dishes = faire | la vaisselle; do | the ironing = faire | le repassage; tidy | <my> room = ranger | <ma>
chambre; water | the flowers = arroser | les fleurs; wash | the car = laver | la voiture; paint | the bedroom =
peindre | la chambre; work | in the garden = travailler | dans le jardin; work | in the office = travailler | dans le
bureau; sleep | on the sofa = dormir | sur le canapé; sleep | in the garden = dormir | dans le jardin; rest | in the
garden = se reposer | dans le jardin; play | cards = jouer | aux cartes; play | chess = jouer | aux échecs; play |
football = jouer | au football; play | the piano = jouer | du piano; write | a letter = écrire | <une> lettre; write
| an email = écrire | <un> courriel; set | the table = mettre | la table; feed | the cat = nourrir | le chat; wait |
for the bus = attendre | le bus; walk | in the forest = marcher | dans la forêt; run | in the park = courir | dans le
parc; clean | the kitchen = nettoyer | la cuisine; repair | <my> bike = réparer | <mon> vélo; talk | to the neighbours
= parler | avec les voisins; eat | an apple = manger | <une> pomme; drink | coffee = boire | <du> café; mow | the lawn
= tondre | la pelouse; draw | a horse = dessiner | <un> cheval; look | for <my> keys = chercher | <mes> clés; look |
for <my> glasses = chercher | <mes> lunettes; do | <my> homework = faire | <mes> devoirs; pack | <my> suitcase = faire
| <ma> valise; brush | <my> teeth = se brosser | les dents!; get | dressed = s'habiller |; prepare | a surprise =
préparer | <une> surprise
[chore] do | the dishes = faire | la vaisselle; do | the housework = faire | le ménage; do | the shopping = faire |
les courses; do | the laundry = faire | la lessive; do | the ironing = faire | le repassage; make | <my> bed = faire |
<mon> lit; tidy | <my> room = ranger | <ma> chambre; tidy | the kitchen = ranger | la cuisine; clean | the bathroom =
nettoyer | la salle de bains; wash | the car = laver | la voiture; wash | the windows = laver | les vitres; water |
the flowers = arroser | les fleurs; mow | the lawn = tondre | la pelouse; feed | the cat = nourrir | le chat; set |
the table = mettre | la table; clear | the table = débarrasser | la table; take | the bins out = sortir | les
poubelles!; wash | <my> hands = se laver | les mains!; brush | <my> teeth = se brosser | les dents!; call | <my>
grandmother = appeler | <ma> grand-mère; help | <my> parents = aider | <mes> parents; do | <my> homework = faire |
<mes> devoirs; answer | the phone = répondre | au téléphone; close | the shutters = fermer | les volets; turn off |
the light = éteindre | la lumière; turn off | the television = éteindre | la télévision; turn off | the computer =
éteindre | l'ordinateur; walk | the dog = promener | le chien; lock | the door = fermer | la porte à clé; open | the
window = ouvrir | la fenêtre; close | the door = fermer | la porte; close | the window = fermer | la fenêtre; peel |
the potatoes = éplucher | les pommes de terre; wash | the vegetables = laver | les légumes; put | <my> coat on =
mettre | <mon> manteau; sweep | the terrace = balayer | la terrasse; pack | <my> suitcase = faire | <ma> valise
[skill] swim | = nager |; cook | = cuisiner |; drive | = conduire |; dance | = danser |; sing | = chanter |; ski | =
skier |; play | the piano = jouer | du piano; play | the guitar = jouer | de la guitare; play | chess = jouer |
aux échecs; draw | = dessiner |; read | a map = lire | <une> carte; speak | English = parler | anglais; speak |
Spanish = parler | espagnol; speak | Italian = parler | italien; speak | German = parler | allemand; make | bread =
faire | <du> pain; make | pancakes = faire | <des> crêpes; repair | a bike = réparer | <un> vélo; whistle | = siffler
|; keep | a secret = garder | <un> secret; change | a tyre = changer | <une> roue; use | a computer = utiliser | <un>
ordinateur
"""
